// What lies over what: text over text, pictures and cards over each other, anything under a band.

const MARKS = 60; // of a picture: one of more is held to be full

function overlaps(all) {
  const parts = all.flatMap((text) => text.parts.filter(Boolean).map((rect) => ({ text, rect })));
  parts.sort((a, b) => a.rect.top - b.rect.top);
  const said = new Set();
  for (let n = 0; n < parts.length; n += 1) {
    for (let m = n + 1; m < parts.length && parts[m].rect.top < parts[n].rect.bottom; m += 1) {
      const [a, b] = [parts[n].text, parts[m].text];
      if (a === b || !meet(parts[n].rect, parts[m].rect) || layer(a.element) !== layer(b.element)) continue;
      const pair = `${called(a.element)}|${called(b.element)}`;
      if (said.has(pair)) continue;
      said.add(pair);
      say("over", a.element, `over ${called(b.element)}`);
    }
  }
}

// A picture lies over nothing that it is no part of: no letters, no button, no other picture. What is written on one
// lies within it, beside it in the page.
function drawings(all) {
  const drawn = [...document.querySelectorAll("svg, img, canvas")].filter((one) => !one.parentElement.closest("svg") && shows(one))
    .map((one) => ({ one, layer: layer(one), inks: inks(one) })).filter(({ inks }) => inks.length)
    .map((each) => ({ ...each, whole: around(each.inks) }));
  const words = all.flatMap(({ element, svg, parts }) => parts.filter(Boolean).map((part) => ({ element, svg: outermost(svg), part })));
  const targets = [...document.querySelectorAll("button, a.button, summary, input, select")].filter(shows).map((one) => ({ one, box: clipped(one, one.getBoundingClientRect()) })).filter(({ box }) => box);
  drawn.forEach(({ one, layer: on, inks: marks, whole }, at) => {
    const lies = (box) => meet(whole, box) && marks.some((mark) => meet(mark, box));
    const word = words.find(({ element, svg, part }) => svg !== one && lies(part) && layer(element) === on && !isWrittenOn(element, part, one, whole));
    if (word) say("picture", one, `over ${called(word.element)}`);
    const target = targets.find(({ one: button, box }) => !button.contains(one) && !button.closest("label")?.contains(one) && lies(box) && layer(button) === on);
    if (target) say("picture", one, `over ${called(target.one)}`);
    const other = drawn.slice(at + 1).find((next) => next.layer === on && lies(next.whole) && next.inks.some(lies) && !isHeap(one, next.one));
    if (other) say("picture", one, `over ${called(other.one)}`);
  });
}

// Where there is colour in a picture; what fades out, or is nearly clear, is a ground.
function inks(one) {
  if (one.tagName !== "svg") return [clipped(one, one.getBoundingClientRect())].filter(Boolean);
  const parts = [...one.querySelectorAll("path, circle, ellipse, rect, line, polygon, polyline, use, image")];
  const found = parts.filter((part) => !part.closest("symbol, defs, clipPath, mask") && shows(part) && !isGround(part))
    .map((part) => clipped(part, boxOf(part))).filter(Boolean);
  return found.length > MARKS ? [around(found)] : found;
}

function isGround(part) {
  const { fill, stroke, opacity, fillOpacity } = getComputedStyle(part);
  const clear = (paint) => paint === "none" || paint.startsWith("url(") || alphaOf(paint) < 0.5;
  return Number(opacity) < 0.5 || clear(stroke) && (clear(fill) || Number(fillOpacity) < 0.5) && part.tagName !== "use" && part.tagName !== "image";
}

function isWrittenOn(element, part, picture, whole) {
  return picture.parentElement.contains(element) && within(part, { left: whole.left - 2, top: whole.top - 2, right: whole.right + 2, bottom: whole.bottom + 2 });
}

// Pictures of one list, or of one thing, may be heaped: cards in a hand, a badge on a card.
function isHeap(one, other) {
  const list = one.closest("ol, ul");
  return one.parentElement === other.parentElement || Boolean(list) && list === other.closest("ol, ul") && !one.closest(".row, .rows");
}

// A card or a button lies over no other: each is in the other, or beside it. What was put somewhere lies there.
function stacked() {
  const all = [...document.body.querySelectorAll(":not(svg, svg *)")].filter((one) => shows(one) && isCard(one))
    .map((one) => ({ one, box: clipped(one, one.getBoundingClientRect()), on: put(one) })).filter(({ box }) => box);
  all.sort((a, b) => a.box.top - b.box.top);
  all.forEach(({ one, box, on }, at) => {
    for (const next of all.slice(at + 1)) {
      if (next.box.top >= box.bottom) break;
      if (next.on === on && meet(box, next.box) && !one.contains(next.one) && !next.one.contains(one)) say("stacked", one, `over ${called(next.one)}`);
    }
  });
}

// Whether a ground or an edge of its own is to be seen.
function isCard(one) {
  const { display, borderTopWidth, borderTopColor, backgroundColor, backgroundImage } = getComputedStyle(one);
  if (display === "inline" || display === "contents") return false;
  return borderTopWidth !== "0px" && alphaOf(borderTopColor) > 0.1 || alphaOf(backgroundColor) > 0.1 || backgroundImage !== "none";
}

function put(element) {
  for (let one = element; one; one = one.parentElement) {
    if (["fixed", "sticky", "absolute"].includes(getComputedStyle(one).position)) return one;
  }
  return null;
}

// Letters on a card in a drawing have air above them and below, a tenth of their height, and touch no picture there.
function flush(all) {
  for (const { element, svg, rects: [letters] } of all) {
    if (!svg) continue;
    const air = (letters.bottom - letters.top) / 10;
    if (air < 1.2) continue; // letters of 12 px are drawn as the screen's dots allow
    for (let group = element.parentElement; group && group !== svg; group = group.parentElement) {
      const card = group.querySelector(":scope > rect[rx]");
      if (!card || !shows(card)) continue;
      const { top, bottom, left, right } = boxOf(card);
      if (letters.left < left || letters.right > right || letters.bottom < top || letters.top > bottom) continue;
      const room = Math.min(letters.top - top, bottom - letters.bottom);
      if (room < air) say("flush", element, `${room.toFixed(1)} of ${air.toFixed(1)} px`);
      const touched = [...group.querySelectorAll(":scope > use")].map((one) => one.getBoundingClientRect()).find((one) => meet(letters, one));
      // A number that is written on a picture is meant to be there.
      if (touched && (letters.top < touched.top || letters.bottom > touched.bottom)) say("touches", element, "the picture beside it");
      break;
    }
  }
}

// What lies on top of a text that is on the screen: a band, a bar, a card, a message.
function hidden(all) {
  for (const { element, svg, parts } of all) {
    if (element.closest(".caption, .toast")) continue;
    for (const part of parts) {
      if (!part || part.top < 0 || part.bottom > high || part.left < 0 || part.right > wide) continue;
      const over = cover(element, svg, part);
      if (over) { say("under", element, `under ${called(over)}`); break; }
    }
  }
  for (const one of document.querySelectorAll(".qr, .picture, .row > .shape")) {
    if (!shows(one)) continue;
    const box = one.getBoundingClientRect();
    if (box.bottom > high || box.top < 0 || !box.width) continue;
    for (const [x, y] of [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.9, 0.9]]) {
      const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      if (top && !one.contains(top) && !top.contains(one) && !isAtThumb(top)) { say("under", one, `under ${called(top)}`); break; }
    }
  }
}

function cover(element, svg, part) {
  const y = (part.top + part.bottom) / 2;
  for (const share of [0.1, 0.5, 0.9]) {
    const top = document.elementFromPoint(part.left + share * (part.right - part.left), y);
    if (!top || top.contains(element) || element.contains(top) || (svg && svg.contains(top))) continue;
    if (top.closest("label") && top.closest("label") === element.closest("label")) continue;
    if (getComputedStyle(top).opacity === "0" || top.closest(".toast") || !paints(top)) continue;
    const inFront = top.closest("svg") ?? top;
    if (inFront.contains(element) || isAtThumb(top)) continue;
    return top;
  }
  return null;
}

// A bar that stays at the lower edge hides what a longer page has there: that is scrolled out.
function isAtThumb(top) {
  const bar = layer(top);
  if (fixed || !bar || getComputedStyle(bar).position !== "sticky") return false;
  return bar.getBoundingClientRect().bottom > high - 32 && document.documentElement.scrollHeight > high;
}

// Whether anything of an element, or of what it lies in, hides what is behind it.
function paints(top) {
  if (top.closest("svg")) return true;
  for (let one = top; one && one !== document.body; one = one.parentElement) {
    const style = getComputedStyle(one);
    if (style.backgroundImage !== "none" || alphaOf(style.backgroundColor) > 0.5) return true;
    if (["fixed", "absolute", "sticky"].includes(style.position)) break;
  }
  return false;
}

// A message or what is heard lies over nothing that is read or tapped.
function messages(all) {
  for (const one of document.querySelectorAll(".caption:not(:empty), .toast:not(:empty)")) {
    if (!shows(one)) continue;
    const box = one.getBoundingClientRect();
    const toast = one.matches(".toast");
    for (const { element, parts } of all) {
      if (one.contains(element)) continue;
      const own = toast && element.closest(".bar"); // for a moment it is the bar's own words, in place of a whole one
      if (parts.some((part) => part && meet(part, box) && !(own && within(part, box)))) { say("covers", one, called(element)); break; }
    }
    for (const target of document.querySelectorAll("button, a[href], summary, input")) {
      if (target.checkVisibility({ visibilityProperty: true }) && meet(target.getBoundingClientRect(), box)) { say("covers", one, called(target)); break; }
    }
  }
}
