// Measures a page as it stands: what lies over what, what is cut off, broken, too small or too pale.
// Plain JavaScript for any browser: the driver calls `measure(options)` and gets a list of findings. What each rule
// looks at stands in the files beside this one, which are one program with it.
// Knows no game and no page but by their marks; changes nothing that it does not put back.

let names, least, small; // whose names are shown; pixels of a target, and of one among many
let wide, high, fixed, found;
let modal; // while it is open nothing else is seen
const pen = document.createElement("canvas").getContext("2d"); // measures letters
// What is known of elements: whether each is shown or left out, what clips it, what it is fixed to, in which box it is
// and how far it is turned.
let shown, leftOut, edges, layers, frames, turns;

function measure({ contrast = true, layout = true, paint = true, ...told } = {}) {
  ({ names = [], least = 56, small = 44 } = told);
  found = [];
  modal = document.querySelector("dialog[open]");
  [shown, leftOut, edges, layers, frames, turns] = Array.from({ length: 6 }, () => new Map());
  wide = document.documentElement.clientWidth;
  high = window.innerHeight;
  fixed = getComputedStyle(document.body).overflowY === "hidden"; // the whole page is one screen
  document.getAnimations().forEach((one) => { try { one.finish(); } catch { one.cancel(); } });
  const texts = seen();
  if (layout) {
    overlaps(texts);
    drawings(texts);
    boxes(texts);
    flush(texts);
    rims(texts);
    stacked();
    hidden(texts);
    atHand();
    veils();
    won();
    tables();
    lines();
    units();
    facts();
    turned();
    rows();
    sticksOut();
    shortened();
    targets();
    lids();
    squeezed();
    gone();
    alike();
    headlines();
    twice();
    repeats();
    waits();
    noted();
    uneven();
    messages(texts);
    hints();
    firstAnswer();
    forms();
    written();
    counted();
    distant();
    loudest();
    code();
    narrow();
    gamesFirst();
    scanned();
    readable();
    endsLast();
  }
  if (contrast) pale(texts);
  if (paint) unset();
  return found;
}

function say(rule, element, more) {
  found.push({ rule, what: `${called(element)}: ${more}` });
}

function called(element) {
  const kind = (one) => one.tagName.toLowerCase() + [...one.classList].slice(0, 2).map((name) => `.${name}`).join("");
  const words = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  const parent = element.parentElement && element.parentElement !== document.body ? `${kind(element.parentElement)}>` : "";
  return `${parent}${kind(element)} "${[...words].slice(0, 32).join("")}"`;
}
