// Letters that can hardly be read, by two pictures of the page: as it is, and without its letters.
// Looks at those that styles say nothing about: in drawings, and over a gradient or a picture.
async (seen, bare) => {
  const LEAST = 4.5; // and 7 for names, questions, answers and scores
  const INK = 0.6; // of the greatest change in a text: an edge is half letter, half ground
  const ENOUGH = 12; // pixels: fewer are an accent
  const found = new Map();
  const [ours, ground] = await Promise.all([seen, bare].map(pixels));
  const scale = ours.width / innerWidth;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    if (!/[\p{L}\p{N}]/u.test(node.data) || !shows(element) || isPlain(element)) continue; // a picture has colours of its own
    for (const box of boxes(node, element)) {
      const need = matters(element) ? 7 : LEAST;
      const there = contrast(box);
      if (there !== null && there < need - 0.1) found.set(`${called(element)}: ${there.toFixed(1)} of ${need}`, true);
    }
  }
  return [...found.keys()];

  async function pixels(png) {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    return pen.getImageData(0, 0, picture.width, picture.height);
  }

  function shows(element) {
    if (element.closest(".unseen, .skip, .sprite, script, style, noscript, template, option, title, symbol, defs, [disabled], .box:not(.full), .gone, .fallen")) return false;
    return element.checkVisibility({ checkOpacity: true, opacityProperty: true, visibilityProperty: true });
  }

  // Whether styles say what lies behind it: measure.js reckons with that.
  function isPlain(element) {
    if (element.closest("svg") || [...(element.parentElement?.children ?? [])].some((one) => one.matches("svg, img"))) return false;
    for (let one = element; one; one = one.parentElement) {
      const { backgroundImage, backgroundColor } = getComputedStyle(one);
      if (backgroundImage !== "none") return false;
      if (/^rgb\(/.test(backgroundColor)) return true;
    }
    return true;
  }

  function boxes(node, element) {
    if (element.closest("svg")) return [element.getBoundingClientRect()];
    const range = document.createRange();
    const runs = [...node.data.matchAll(/[^\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f]+/gu)];
    return runs.flatMap(({ index, 0: run }) => {
      range.setStart(node, index);
      range.setEnd(node, index + run.length);
      return [...range.getClientRects()];
    });
  }

  function matters(element) {
    return element.closest(".name, [data-asked], [data-said], .question h2, .button, .score, .hero h2, .bar h1, [class$=-name]") && !element.closest(".quiet, .mark");
  }

  // The ink against its ground, of the pixels that a text changed most; null where none is to be seen.
  function contrast({ left, top, right, bottom }) {
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return null;
    const changed = [];
    for (let y = Math.floor(top * scale); y < bottom * scale; y += 1) {
      for (let x = Math.floor(left * scale); x < right * scale; x += 1) {
        const at = 4 * (y * ours.width + x);
        const by = Math.abs(ours.data[at] - ground.data[at]) + Math.abs(ours.data[at + 1] - ground.data[at + 1]) + Math.abs(ours.data[at + 2] - ground.data[at + 2]);
        if (by > 24) changed.push([by, at]);
      }
    }
    const most = changed.reduce((far, [by]) => Math.max(far, by), 0);
    const ratios = changed.filter(([by]) => by >= INK * most).map(([, at]) => ratio(light(ours, at), light(ground, at)));
    if (ratios.length < ENOUGH) return null;
    ratios.sort((a, b) => b - a);
    return ratios[Math.floor(ratios.length / 4)]; // the inside of its strokes
  }

  function light({ data }, at) {
    const [r, g, b] = [0, 1, 2].map((part) => { const share = data[at + part] / 255; return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function ratio(one, other) {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  function called(element) {
    const kind = (one) => one.tagName.toLowerCase() + [...one.classList].slice(0, 2).map((name) => `.${name}`).join("");
    return `${kind(element.parentElement)}>${kind(element)} "${element.textContent.replace(/\s+/g, " ").trim().slice(0, 32)}"`;
  }
}
