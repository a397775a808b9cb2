// Names and facts: whole, on one line, and turning round nothing beside them.

const TINY = 9; // px of a picture in a name: one animal is told from another
const SHORT = 9; // letters of a name that is whole everywhere, a blank not counted

function lines() {
  const known = names.filter((name) => name.trim());
  // Between two pictures any browser may break a line: their name is held where it stands alone.
  const parts = new Set(known.flatMap((name) => name.split(/[\s-]+/)).filter((word) => /^\p{L}[\p{L}\p{M}]+$/u.test(word)));
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const said = untied(node.data).replace(/[\u2066-\u2069]/g, "").trim();
    if (!said || !shows(node.parentElement) || node.parentElement.closest("svg")) continue;
    if (tops(node, 0, node.data.length) < 2 || getComputedStyle(node.parentElement).whiteSpace === "nowrap") continue;
    for (const name of known.filter((one) => isShort(one) && /[\s-]/.test(one) && said.includes(one))) {
      const { index, 0: run } = node.data.match(new RegExp(name.split("").join("\\u2060?").replace(/\s/g, "\\s"))) ?? { 0: "" };
      if (run && tops(node, index, index + run.length) > 1) say("name", node.parentElement, `"${name}" on more than one line`);
    }
    for (const { index, 0: run } of node.data.matchAll(/[^\s-]+/g)) {
      const plain = run.replaceAll("\u2060", "");
      const word = /\p{L}{2,}/u.test(plain); // what stands round it may be on no other line
      if (!word || /[./:@_]./.test(run) || tops(node, index, index + run.length) < 2) continue;
      // A name in a sentence that is wider than the whole line is broken: nothing else is left. A button can be as wide
      // as its row.
      const ofName = [...parts].some((part) => plain.includes(part));
      if (!ofName || widthOf(node, index, run.length) < roomOf(node.parentElement) - 1) say("broken", node.parentElement, `inside "${run}"`);
    }
  }
}

function isShort(name) {
  return [...name.replace(/\s/g, "")].length <= SHORT;
}

const UNIT = /\d\s+(?:[mµ]?s|min|[cm]?m|pF|[kMG]B|m?[VA]|%|minutes?|seconds?|hours?|years?|taps?)(?![\p{L}\d%])/gu;

// A number and its unit stand on one line, in a sentence too.
function units() {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!shows(node.parentElement) || node.parentElement.closest("svg")) continue;
    for (const { index, 0: run } of node.data.matchAll(UNIT)) {
      if (tops(node, index, index + run.length) > 1) say("unit", node.parentElement, `inside "${run}"`);
    }
  }
}

// A line that says how things stand may take two, and is parted between two facts, never inside one.
function facts() {
  for (const line of document.querySelectorAll(".line")) {
    const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.data.includes("·") && !node.parentElement.closest(".fact") || !shows(node.parentElement)) continue;
      for (const { index, 0: fact } of node.data.matchAll(/[^·\s][^·]*/g)) {
        const end = index + fact.trimEnd().length;
        const parts = tops(node, index, end);
        pen.font = getComputedStyle(node.parentElement).font;
        const blanks = (parts - 1) * pen.measureText(" ").width; // where it is parted none is drawn
        if (parts > 1 && widthOf(node, index, end - index) + blanks < lineOf(line) - 1) say("fact", line, `inside "${fact.trim()}"`);
      }
    }
  }
}

// A name that is written from right to left turns round nothing beside it: what is said before it stands on its left,
// what is said after it on its right.
function turned() {
  const known = names.filter((name) => /[\u0590-\u08ff]/.test(name));
  for (const [block, nodes] of known.length ? runs() : []) {
    const side = upright(block); // on a table half of all words stand on their heads
    if (!side) continue;
    const letters = nodes.flatMap((node) => node.data.split("").map((letter, at) => ({ letter, node, at })));
    const said = letters.map(({ letter }) => letter).join("");
    for (const name of known) {
      for (let at = said.indexOf(name); at >= 0; at = said.indexOf(name, at + 1)) {
        const whole = letters.slice(at, at + name.length).map(placed).filter(Boolean);
        const before = letters.slice(0, at).reverse().find(isSeen);
        const after = letters.slice(at + name.length).find(isSeen);
        if (whole.length && (before && !isBeside(placed(before), whole, side) || after && !isBeside(placed(after), whole, -side))) say("turned", block, `beside "${name}"`);
      }
    }
  }
}

// The letters of each line, of all that it is made of.
function runs() {
  const found = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.data.trim() || !shows(node.parentElement)) continue;
    let block = node.parentElement;
    while (["inline", "contents"].includes(getComputedStyle(block).display) && !block.matches("svg text")) block = block.parentElement;
    found.set(block, [...found.get(block) ?? [], node]);
  }
  return found;
}

// 1 where words are read from left to right, -1 where they stand on their heads, else 0.
function upright(element) {
  const turned = turnOf(element);
  return Math.abs(Math.sin(turned)) < 0.02 ? Math.sign(Math.cos(turned)) : 0;
}

function turnOf(element) {
  return element ? once(turns, element, (one) => {
    const { transform, rotate } = getComputedStyle(one);
    let turned = turnOf(one.parentElement);
    if (transform !== "none") { const { a, b } = new DOMMatrix(transform); turned += Math.atan2(b, a); }
    if (rotate !== "none") turned += parseFloat(rotate) * Math.PI / 180;
    return turned;
  }) : 0;
}

function isSeen({ letter }) {
  return !/[\s\u2060\u2066-\u2069]/.test(letter);
}

// Whether a letter on a name's line is on this side of all of it there.
function isBeside(letter, name, side) {
  if (!letter) return true;
  const level = name.filter((one) => Math.min(one.bottom, letter.bottom) - Math.max(one.top, letter.top) > letter.height / 2);
  return level.every((one) => side * ((one.left + one.right) - (letter.left + letter.right)) > 0);
}

// A name of up to nine letters or pictures is whole everywhere. A wall's row has room for one of twenty, unless its
// marks take half of it.
function shortened() {
  for (const name of document.querySelectorAll(".fits")) {
    const said = name.textContent.trim();
    if (names.includes(said) && isShort(said) && shows(name) && lacks(name) > 0.05) say("cut", name, `${lacks(name).toFixed(1)} px too long`);
  }
  for (const text of document.querySelectorAll("svg text:has(title)")) {
    const whole = untied(text.querySelector("title").textContent);
    const left = text.lastChild.data.trim().endsWith("…") && names.some((name) => isShort(name) && whole.includes(name));
    if (left && shows(text)) say("ends", text, `only "${text.lastChild.data.trim()}" is drawn`);
  }
  // Of a longer one the end is cut, on whichever side that is.
  for (const name of document.querySelectorAll(".fits")) {
    const begins = /^[\u0590-\u08ff]/.test(name.textContent.trim()) ? "rtl" : "ltr";
    if (shows(name) && name.scrollWidth > name.clientWidth + 1 && getComputedStyle(name).direction !== begins) say("begins", name, "is cut where it begins");
  }
  for (const name of document.querySelectorAll(".broad")) {
    const size = parseFloat(getComputedStyle(name).fontSize);
    if (shows(name) && size < TINY - 0.1) say("tiny", name, `${size.toFixed(1)} of ${TINY} px`);
  }
  if (!fixed) return;
  for (const name of document.querySelectorAll(".row .fits")) {
    const ems = Number(/ems-(\d+)/.exec(name.className)?.[1]);
    const row = name.closest(".row").getBoundingClientRect().width;
    const marks = name.closest(".row").querySelector(".score")?.getBoundingClientRect().width ?? 0;
    if (shows(name) && ems <= 16 && marks < row / 2 && name.scrollWidth > name.clientWidth + 1) say("cut", name, `${name.clientWidth} of ${name.scrollWidth} px, ${ems} ems`);
  }
}

// How much longer a name is than its part. A tenth of a pixel, and dots stand for its last letters.
function lacks(name) {
  const range = document.createRange();
  range.selectNodeContents(name);
  const box = name.getBoundingClientRect();
  const along = downwards(name, box) ? "height" : "width";
  return range.getBoundingClientRect()[along] - box[along];
}
