// Whether letters differ enough from what lies behind them, and whether each colour has a value.

// A style's word that has no value where it is used: what should wear its colour wears none. A drawing wears what its users have.
function unset() {
  const wears = (element, word) => getComputedStyle(element).getPropertyValue(word).trim() !== "";
  const everywhere = new Map();
  const users = (part) => {
    const symbol = part.closest("symbol");
    return symbol ? [...document.querySelectorAll(`use[href="#${CSS.escape(symbol.id)}"]`)].flatMap(users) : [part];
  };
  for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => flat(cssRules))) {
    const words = once(WORDS_OF, rule, wordsOf).filter((word) => !once(everywhere, word, () => wears(document.body, word)));
    if (!words.length) continue;
    const worn = [...document.querySelectorAll(rule.selectorText)].filter((one) => one.closest("symbol") || shows(one));
    for (const part of worn) {
      for (const word of words.filter((word) => !wears(part, word))) {
        const bare = users(part).find((one) => shows(one) && !wears(one, word));
        if (bare) say("unset", bare, word);
      }
    }
  }
}

const WORDS_OF = new WeakMap(); // what a rule of a style names stays the same

function wordsOf({ style }) {
  return [...style.cssText.matchAll(/var\((--[\w-]+)\)/g)].map(([, word]) => word);
}

function flat(rules) {
  return [...rules].flatMap((rule) => rule.selectorText ? [rule] : rule.media && !matchMedia(rule.media.mediaText).matches ? [] : flat(rule.cssRules ?? []));
}

function pale(all) {
  const said = new Set();
  for (const { element, svg } of all) {
    // A letter that nobody has won yet is an empty place on the paper.
    if (svg || said.has(element) || element.closest("[disabled], .box:not(.full)") || isGrey(element) || isOverPicture(element)) continue;
    said.add(element);
    const ink = getComputedStyle(element);
    const grounds = groundsOf(element);
    const colour = parse(ink.color);
    if (!grounds || !colour) continue;
    const matters = element.closest(".name, [data-asked], [data-said], .question h2, .button, .score, .hero h2, .bar h1") && !element.closest(".quiet, .mark");
    const need = matters ? 7 : 4.5;
    const worst = Math.min(...grounds.map((ground) => ratio(over(faded(colour, element), ground), ground)));
    if (worst < need - 0.05) say("contrast", element, `${worst.toFixed(1)} of ${need}`);
  }
}

// Whether it is made grey, as what may be out of date is: that is to look so.
function isGrey(element) {
  for (let one = element; one; one = one.parentElement) {
    if (getComputedStyle(one).filter.includes("grayscale")) return true;
  }
  return false;
}

// Whether a drawing lies behind these letters, as cards in a hand do.
function isOverPicture(element) {
  const box = element.getBoundingClientRect();
  const near = [...(element.parentElement?.children ?? [])].filter((one) => one.matches("svg, img"));
  return near.some((one) => meet(one.getBoundingClientRect(), box));
}

function faded([r, g, b, a], element) {
  let alpha = a;
  for (let one = element; one; one = one.parentElement) alpha *= Number(getComputedStyle(one).opacity);
  return [r, g, b, alpha];
}

// The colours that may be behind an element: of a gradient all that it is made of; null where nobody can say.
function groundsOf(element) {
  const layers = [];
  for (let one = element; one; one = one.parentElement) {
    const style = getComputedStyle(one);
    const colour = parse(style.backgroundColor);
    const picture = style.backgroundImage;
    if (picture !== "none") {
      const stops = [...picture.matchAll(/rgba?\([^)]*\)/g)].map(([one]) => parse(one));
      if (!stops.length) return null;
      layers.push(stops);
      if (stops.every((stop) => stop[3] === 1)) break;
    }
    if (colour && colour[3] > 0) {
      layers.push([colour]);
      if (colour[3] === 1) break;
    }
  }
  let grounds = [[255, 255, 255, 1]];
  for (const stops of layers.reverse()) grounds = grounds.flatMap((ground) => stops.map((stop) => over(stop, ground)));
  return grounds.slice(0, 64);
}

function alphaOf(colour) { return parse(colour)?.[3] ?? 1; }

function parse(colour) {
  const numbers = colour.match(/^rgba?\(([^)]*)\)/)?.[1].split(/[\s,/]+/).map(Number);
  return numbers ? [...numbers.slice(0, 3), numbers[3] ?? 1] : null;
}

function over([r, g, b, a], [r2, g2, b2]) {
  return [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];
}

function ratio(one, other) {
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => { const share = part / 255; return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
