// What there is to be seen: letters and parts of pictures, with their boxes on the screen.

// Every run of letters that can be seen: its element, its lines as boxes, and what is left of them.
function seen() {
  const all = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !shows(element)) continue;
    const svg = element.closest("svg");
    const rects = svg ? [drawn(node)].filter(Boolean) : linesOf(node);
    if (rects.length) all.push({ node, element, svg, rects, parts: rects.map((rect) => clipped(element, rect)) });
  }
  return all;
}

// Once for each element: while a page is measured it shows what it shows.
function shows(element) {
  return once(shown, element, isShown);
}

const LEFT_OUT = ".unseen, .skip, .sprite, script, style, noscript, template, option, title, symbol, defs";

function isLeftOut(element) {
  return once(leftOut, element, (one) => Boolean(one) && (one.matches(LEFT_OUT) || isLeftOut(one.parentElement)));
}

function isShown(element) {
  if (isLeftOut(element) || modal && !modal.contains(element)) return false;
  if (!element.checkVisibility({ checkOpacity: true, opacityProperty: true, visibilityProperty: true, checkVisibilityCSS: true })) return false;
  return getComputedStyle(element).clipPath !== "inset(50%)"; // for who hears the page
}

function linesOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const down = downwards(node.parentElement, node.parentElement.getBoundingClientRect());
  return [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1)
    .map((rect) => down ? core(rect) : letters(rect, node));
}

// The letters of a line that runs down, without the room beside them.
function core({ left, top, right, bottom }) {
  const side = (right - left) * 0.2;
  return { left: left + side, right: right - side, top, bottom };
}

// The letters of a line, without the room above and below them: from its highest letter to its lowest.
function letters({ left, top, right, bottom }, node) {
  const font = metrics(node);
  // In a drawing a letter of another font, which has it, makes the box higher.
  const [above, below] = node.parentElement.closest("svg")
    ? [Math.max(font.fontBoundingBoxAscent, font.actualBoundingBoxAscent), Math.max(font.fontBoundingBoxDescent, font.actualBoundingBoxDescent)]
    : [font.fontBoundingBoxAscent, font.fontBoundingBoxDescent];
  const scale = (bottom - top) / (above + below);
  const base = top + above * scale;
  return { left, right, top: base - font.actualBoundingBoxAscent * scale, bottom: base + font.actualBoundingBoxDescent * scale };
}

const METRICS = new Map(); // what was said in a font has the same letters on every screen

function metrics(node) {
  const { fontStyle, fontWeight, fontSize, fontFamily, textTransform } = getComputedStyle(node.parentElement);
  const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  const said = textTransform === "uppercase" ? node.data.toUpperCase() : node.data;
  return once(METRICS, `${font}|${said}`, () => {
    pen.font = font;
    return pen.measureText(said);
  });
}

// A text in a drawing, or nothing where it is turned: its box would be more than its letters.
function drawn(node) {
  const element = node.parentElement;
  const matrix = element.getScreenCTM?.();
  if (!matrix || Math.abs(matrix.b) > 0.01 || Math.abs(matrix.c) > 0.01) return null;
  const rect = boxOf(element);
  return rect.right - rect.left > 1 ? letters(rect, node) : null;
}

// What is left of a box behind the edges of whatever scrolls or clips around it.
function clipped(element, rect) {
  const left = both(rect, edgesOf(element));
  return left.right - left.left > 1 && left.bottom - left.top > 1 ? left : null;
}

const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

// The edges of an element and of all that it lies in, where they clip.
function edgesOf(element) {
  return once(edges, element, (one) => {
    if (!one || one === document.body) return EVERYWHERE;
    const around = edgesOf(one.parentElement);
    return clips(one) ? both(one.getBoundingClientRect(), around) : around;
  });
}

function clips(one) {
  const { overflow, overflowX, overflowY, display } = getComputedStyle(one);
  if (one.tagName === "svg" && overflow !== "visible") return true;
  return (overflowX !== "visible" || overflowY !== "visible") && display !== "inline";
}

function both(a, b) {
  return { left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) };
}

function meet(a, b) {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
}

function within(part, box) {
  return part.left >= box.left && part.right <= box.right && part.top >= box.top && part.bottom <= box.bottom;
}

function layer(element) {
  return element && once(layers, element, (one) => ["fixed", "sticky"].includes(getComputedStyle(one).position) ? one : layer(one.parentElement));
}

// What was found out of an element before, or is found out now: a page that is measured stands still.
function once(before, element, find) {
  if (!before.has(element)) before.set(element, find(element));
  return before.get(element);
}

// A part's box on the screen. Firefox has another one, which is not where a `use` is, or what is turned, and has the
// edge around letters in it; the others' boxes are right, and WebKit's matrices are not.
function boxOf(part) {
  if (!CSS.supports("-moz-appearance", "none")) return part.getBoundingClientRect();
  const { x, y, width, height } = part.getBBox();
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(part.getScreenCTM()));
  return around(corners.map(({ x, y }) => ({ left: x, right: x, top: y, bottom: y })));
}

function around(boxes) {
  const least = (side) => Math.min(...boxes.map((box) => box[side]));
  const most = (side) => Math.max(...boxes.map((box) => box[side]));
  return { left: least("left"), top: least("top"), right: most("right"), bottom: most("bottom") };
}

function outermost(svg) {
  return svg?.parentElement.closest("svg") ? outermost(svg.parentElement.closest("svg")) : svg;
}

// Whether the lines of a box go down the screen: what is drawn on its side is as high as it was wide.
function downwards({ offsetWidth, offsetHeight }, { width, height }) {
  return Math.abs(width - offsetHeight) + Math.abs(height - offsetWidth) < Math.abs(width - offsetWidth) + Math.abs(height - offsetHeight);
}

// How wide a line in it may be.
function lineOf(element) {
  const style = getComputedStyle(element);
  const edges = ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"];
  return edges.reduce((left, edge) => left - parseFloat(style[edge]), element.getBoundingClientRect().width);
}

// How wide one could be, where a button stands beside others.
function roomOf(element) {
  const button = element.closest(".button");
  const left = button && /grid|flex/.test(getComputedStyle(button.parentElement).display)
    ? lineOf(button.parentElement) - button.getBoundingClientRect().width : 0;
  return lineOf(element) + Math.max(0, left);
}

function widthOf(node, from, length) {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, from + length);
  return [...range.getClientRects()].reduce((sum, { width }) => sum + width, 0);
}

function tops(node, from, to) {
  const text = node.data.slice(from, to);
  const start = from + text.length - text.trimStart().length;
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, from + text.trimEnd().length);
  const found = [];
  for (const { top, height, width } of range.getClientRects()) {
    if (width > 0 && !found.some((known) => Math.abs(known - top) < height / 2)) found.push(top);
  }
  return found.length;
}

function placed({ node, at }) {
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(node, at + 1);
  return [...range.getClientRects()].find(({ width }) => width > 0);
}
