// Measures a page as it stands: what lies over what, what is cut off, broken, too small or too pale.
// Plain JavaScript for any browser: the driver calls `measure(options)` and gets a list of findings.
// Knows no game and no page but by their marks; changes nothing that it does not put back.
function measure({ names = [], least = 56, small = 44, contrast = true, layout = true } = {}) {
  const found = [];
  const GROUPS = "fieldset, [role=group], details, section, li"; // what has a heading of its own
  const LEAST = 12; // px of a picture: a letter's
  const TINY = 9; // px of a picture in a name: one animal is told from another
  const SHORT = 9; // letters of a name that is whole everywhere, a blank not counted
  const WORDS = /[\p{L}\p{N}\p{RI}\p{Extended_Pictographic}]+/gu; // a name may be of pictures alone
  const MARKS = 60; // of a picture: one of more is held to be full
  const wide = document.documentElement.clientWidth;
  const high = window.innerHeight;
  const fixed = getComputedStyle(document.body).overflowY === "hidden"; // the whole page is one screen
  const pen = document.createElement("canvas").getContext("2d"); // measures letters
  const say = (rule, element, more) => found.push({ rule, what: `${called(element)}: ${more}` });

  document.getAnimations().forEach((one) => { try { one.finish(); } catch { one.cancel(); } });
  const texts = seen();
  if (layout) {
    overlaps(texts);
    drawings(texts);
    boxes(texts);
    flush(texts);
    stacked();
    hidden(texts);
    atHand();
    won();
    tables();
    lines();
    facts();
    turned();
    rows();
    shortened();
    targets();
    squeezed();
    gone();
    alike();
    unset();
    headlines();
    twice();
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
    readable();
    endsLast();
  }
  if (contrast) pale(texts);
  return found;

  // --- what there is ---------------------------------------------------------------------------

  function called(element) {
    const kind = (one) => one.tagName.toLowerCase() + [...one.classList].slice(0, 2).map((name) => `.${name}`).join("");
    const words = (element.textContent ?? "").replace(/\s+/g, " ").trim();
    const parent = element.parentElement && element.parentElement !== document.body ? `${kind(element.parentElement)}>` : "";
    return `${parent}${kind(element)} "${[...words].slice(0, 32).join("")}"`;
  }

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

  function shows(element) {
    if (element.closest(".unseen, .skip, .sprite, script, style, noscript, template, option, title, symbol, defs")) return false;
    if (getComputedStyle(element).clipPath === "inset(50%)") return false; // for who hears the page
    return element.checkVisibility({ checkOpacity: true, opacityProperty: true, visibilityProperty: true, checkVisibilityCSS: true });
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
    const { fontStyle, fontWeight, fontSize, fontFamily, textTransform } = getComputedStyle(node.parentElement);
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const said = textTransform === "uppercase" ? node.data.toUpperCase() : node.data;
    const font = pen.measureText(said);
    const scale = (bottom - top) / (font.fontBoundingBoxAscent + font.fontBoundingBoxDescent);
    const base = top + font.fontBoundingBoxAscent * scale;
    return { left, right, top: base - font.actualBoundingBoxAscent * scale, bottom: base + font.actualBoundingBoxDescent * scale };
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
    let { left, top, right, bottom } = rect;
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      const svg = one.tagName === "svg" && style.overflow !== "visible";
      if (style.overflowX === "visible" && style.overflowY === "visible" && !svg) continue;
      if (style.display === "inline" && !svg) continue;
      const box = one.getBoundingClientRect();
      left = Math.max(left, box.left); right = Math.min(right, box.right);
      top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom);
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  }

  function meet(a, b) {
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  }

  function within(part, box) {
    return part.left >= box.left && part.right <= box.right && part.top >= box.top && part.bottom <= box.bottom;
  }

  function layer(element) {
    for (let one = element; one; one = one.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return one;
    }
    return null;
  }

  // What comes into sight by its top is so short that the end of this is in sight, too.
  function sight(rule, from, to) {
    const room = high - (document.querySelector(".bar")?.getBoundingClientRect().height ?? 0);
    const needs = to.getBoundingClientRect().bottom - from.getBoundingClientRect().top;
    if (needs > room + 1) say(rule, to, `ends ${Math.round(needs)} px below of ${Math.round(room)}`);
  }

  // A small child sees that there is something to tap: the first answer is whole on the screen. All others see all
  // answers that are words, and whoever's screen is broader than high, and not lower than most phones, all that lie
  // round a picture.
  function firstAnswer() {
    for (const answers of document.querySelectorAll(".column:not(.referee) > .question > .buttons")) {
      const words = [...answers.children];
      if (words.every((one) => one.matches(".button") && shows(one))) sight("answer", answers.parentElement, words.at(-1));
    }
    const [around] = document.querySelectorAll(".column:not(.referee) > .question [data-of=spot]");
    if (around && shows(around) && wide > high && high >= 360) sight("answer", around.closest(".question"), around);
    const [question] = [...document.querySelectorAll(".child .card")].filter(shows);
    const answer = question && !scrollY && topmost(question);
    const bottom = answer?.getBoundingClientRect().bottom ?? 0;
    if (bottom > high + 1) say("answer", answer, `ends at ${Math.round(bottom)} of ${high}`);
  }

  // The first thing to tap, as eyes find it.
  function topmost(question) {
    const all = [...question.querySelectorAll("button, label, summary")].filter(shows).map((one) => ({ one, at: one.getBoundingClientRect().bottom }));
    return all.sort((a, b) => a.at - b.at)[0]?.one;
  }

  // One question has one form in the open beside its buttons; another way to say the same is folded.
  function forms() {
    for (const question of document.querySelectorAll(".question")) {
      const open = [...question.querySelectorAll("fieldset")].filter((one) => shows(one) && question.contains(one) && !one.closest("details"));
      if (open.length > 1 && open.some((one) => one.querySelector("[data-confirm]"))) say("forms", open[1], `beside ${called(open[0])}`);
    }
  }

  // What is written on a part of a picture beside it is no wider than that part, however much it may become.
  function written() {
    for (const one of document.querySelectorAll("[data-within]")) {
      const said = one.textContent;
      one.textContent = one.dataset.atMost ?? said;
      const { width } = one.getBoundingClientRect();
      one.textContent = said;
      const room = Number(one.dataset.within) * one.parentElement.querySelector("svg").getBoundingClientRect().width;
      if (shows(one) && width > room + 0.5) say("wider", one, `${Math.round(width)} of ${Math.round(room)} px`);
    }
  }

  // A photo finish is read from three metres: on a wall half a metre high its capitals are 4.5 mm, the least that sharp
  // eyes read there. A tablet is nearer.
  // A table's names are no smaller beside a large pool.
  function distant() {
    for (const name of document.querySelectorAll(".flat-grid .chair .fits")) {
      const size = parseFloat(getComputedStyle(name).fontSize);
      const least = Math.min(wide, high) / 160;
      if (shows(name) && size < least) say("distant", name, `${size.toFixed(1)} of ${least.toFixed(1)} px`);
    }
    if (!fixed || !document.querySelector(".wall-grid") || wide > high && wide < 1.5 * high) return;
    for (const one of document.querySelectorAll(".time-line text")) {
      const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
      const written = /[\p{L}\d]/u.test(one.lastChild.data); // a picture says more
      if (written && shows(one) && size < high / 80) say("distant", one, `${size.toFixed(1)} of ${(high / 80).toFixed(1)} px`);
    }
  }

  // What a room waits to hear, such as who gets a letter, is the largest that a wall says below its table.
  function loudest() {
    const [news] = [...document.querySelectorAll(".wall-band .news")].filter(shows);
    if (!news) return;
    const size = (one) => parseFloat(getComputedStyle(one).fontSize);
    for (const one of news.closest(".wall-band").querySelectorAll("h2, p")) {
      if (one !== news && shows(one) && size(one) >= size(news)) say("news", one, `${size(one)} beside ${size(news)} px`);
    }
  }

  // Before the first game a wall has one thing to do, and it is seen from afar: a code; two where a network comes first.
  function code() {
    const codes = [...document.querySelectorAll(".codes .qr")].filter(shows);
    const least = (fixed ? Math.min(high, wide * 0.56) : 0) * (codes.length > 1 ? 0.2 : 0.37);
    for (const one of codes) {
      const size = one.getBoundingClientRect().height;
      if (size < least) say("code", one, `${Math.round(size)} of ${Math.round(least)} px`);
    }
    // Four pictures are tapped in their order, and that is read along one line.
    const pictures = [...document.querySelectorAll(".come-in .picture")].filter(shows);
    const lines = new Set(pictures.map((one) => Math.round(one.getBoundingClientRect().top)));
    if (lines.size > 1) say("code", pictures[0], `its pictures stand on ${lines.size} lines`);
  }

  // What is read at leisure is no phone's column on a television.
  function narrow() {
    const read = ["history", "game", "rules", "people", "new", "replay", "figures", "records", "ratings", "of-table", "machine"];
    if (wide < 1440 || high < 720 || !read.includes(document.documentElement.dataset.page)) return;
    const least = Math.max(16, Math.min(wide / 100, high / 60));
    const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const [main] = document.querySelectorAll("main");
    const { width } = main.getBoundingClientRect();
    if (size < least) say("narrow", main, `letters of ${size} px`);
    if (width < wide * 0.6) say("narrow", main, `${Math.round(width)} of ${wide} px`);
  }

  // Whoever begins a new game sees the games first.
  function gamesFirst() {
    const [first] = [...document.querySelectorAll(".wizard > .step .button")].filter(shows);
    if (first && !first.matches(".game")) say("first", first, "before the games");
  }

  // A phone in the middle of a table says nothing in letters that nobody reads there.
  function readable() {
    if (Math.min(wide, high) > 640) return;
    for (const one of document.querySelectorAll(":is(.top-pool, .flat-pool) svg :is(.d-name, .party-name)")) {
      const { a, b } = one.getScreenCTM() ?? { a: 1, b: 0 };
      const size = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
      const written = /[\p{L}\d]/u.test(one.lastChild.data); // a picture says more
      if (written && shows(one) && size < 9.5) say("readable", one, `${size.toFixed(1)} px`);
    }
  }

  // What ends a turn comes after all that one may still do in it, and is in sight with its question.
  function endsLast() {
    for (const end of document.querySelectorAll(".column:not(.referee) > .question .ends")) {
      const question = end.closest(".question");
      const later = [...question.querySelectorAll(".button, .pick")].filter((one) => shows(one) && end.compareDocumentPosition(one) === 4);
      if (later.length) say("last", end, `before ${called(later[0])}`);
      const { bottom } = end.getBoundingClientRect();
      if (question.getBoundingClientRect().top < high / 2 && bottom > high + 1) say("last", end, `ends at ${Math.round(bottom)} of ${high}`);
    }
  }

  // --- text over text --------------------------------------------------------------------------

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

  // --- pictures over text, and over each other ---------------------------------------------------

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

  // A part's box on the screen. Firefox has another one, which is not where a `use` is, or what is turned, and has the
  // edge around letters in it; the others' boxes are right, and WebKit's matrices are not.
  function boxOf(part) {
    if (!CSS.supports("-moz-appearance", "none")) return part.getBoundingClientRect();
    const { x, y, width, height } = part.getBBox();
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(part.getScreenCTM()));
    return around(corners.map(({ x, y }) => ({ left: x, right: x, top: y, bottom: y })));
  }

  function isGround(part) {
    const { fill, stroke, opacity, fillOpacity } = getComputedStyle(part);
    const clear = (paint) => paint === "none" || paint.startsWith("url(") || alphaOf(paint) < 0.5;
    return Number(opacity) < 0.5 || clear(stroke) && (clear(fill) || Number(fillOpacity) < 0.5) && part.tagName !== "use" && part.tagName !== "image";
  }

  function around(boxes) {
    const least = (side) => Math.min(...boxes.map((box) => box[side]));
    const most = (side) => Math.max(...boxes.map((box) => box[side]));
    return { left: least("left"), top: least("top"), right: most("right"), bottom: most("bottom") };
  }

  function outermost(svg) {
    return svg?.parentElement.closest("svg") ? outermost(svg.parentElement.closest("svg")) : svg;
  }

  function isWrittenOn(element, part, picture, whole) {
    return picture.parentElement.contains(element) && within(part, { left: whole.left - 2, top: whole.top - 2, right: whole.right + 2, bottom: whole.bottom + 2 });
  }

  // Pictures of one list, or of one thing, may be heaped: cards in a hand, a badge on a card.
  function isHeap(one, other) {
    const list = one.closest("ol, ul");
    return one.parentElement === other.parentElement || Boolean(list) && list === other.closest("ol, ul") && !one.closest(".row, .rows");
  }

  // --- out of its box, off the screen ----------------------------------------------------------

  function boxes(all) {
    const whole = document.documentElement.scrollWidth;
    if (whole > wide + 1) say("screen", document.body, `the page is ${whole} px wide of ${wide}`);
    const tall = document.documentElement.scrollHeight;
    if (fixed && tall > high) say("screen", document.body, `the page is ${tall} px high of ${high}`);
    for (const { element, svg, rects, parts } of all) {
      for (const part of parts.filter(Boolean)) {
        if (part.left < -1 || part.right > wide + 1) say("screen", element, `from ${Math.round(part.left)} to ${Math.round(part.right)} of ${wide}`);
        if (fixed && (part.top < -1 || part.bottom > high + 1)) say("screen", element, `from ${Math.round(part.top)} down to ${Math.round(part.bottom)} of ${high}`);
      }
      for (const rect of rects) {
        const out = poking(element, svg, rect);
        if (out) { say("box", element, `out of ${called(out)}`); break; }
      }
    }
    if (!fixed) return;
    for (const one of document.querySelectorAll(".qr, .shape, .picture, .button, img, .box")) {
      if (!shows(one) || one.closest("symbol")) continue;
      const box = one.getBoundingClientRect();
      if (box.width && (box.top < -1 || box.bottom > high + 1 || box.left < -1 || box.right > wide + 1)) {
        say("screen", one, `${Math.round(box.left)}, ${Math.round(box.top)} to ${Math.round(box.right)}, ${Math.round(box.bottom)} of ${wide} x ${high}`);
      }
    }
  }

  // A card or a button lies over no other: each is in the other, or beside it. What was put somewhere lies there.
  function stacked() {
    const all = [...document.body.querySelectorAll(":not(svg, svg *)")].filter((one) => isCard(one) && shows(one))
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

  // The nearest box around a text which it leaves. What ends in "…" may, if all of it is a tap away.
  function poking(element, svg, rect) {
    const loose = 2;
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (one.namespaceURI.endsWith("/svg") && one.tagName !== "svg") continue;
      if (style.display === "inline" || style.display === "contents") continue;
      const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
      const isBox = clips || style.borderTopWidth !== "0px" || !style.backgroundColor.endsWith(", 0)") && style.backgroundColor !== "transparent";
      if (!isBox) continue;
      const box = one.getBoundingClientRect();
      if (["auto", "scroll"].includes(style.overflowX) || ["auto", "scroll"].includes(style.overflowY)) return null;
      // Along its line: on a table that lies flat that is any way.
      const along = downwards(one, box) ? rect.bottom > box.bottom || rect.top < box.top : rect.right > box.right || rect.left < box.left;
      if (style.textOverflow === "ellipsis" && along) return one.title || one.closest("[title], summary, a, button, [data-whole]") ? null : one;
      if (rect.left < box.left - loose || rect.right > box.right + loose || rect.top < box.top - loose || rect.bottom > box.bottom + loose) return one;
    }
    return null;
  }

  // Whether the lines of a box go down the screen: what is drawn on its side is as high as it was wide.
  function downwards({ offsetWidth, offsetHeight }, { width, height }) {
    return Math.abs(width - offsetHeight) + Math.abs(height - offsetWidth) < Math.abs(width - offsetWidth) + Math.abs(height - offsetHeight);
  }

  // --- under something -------------------------------------------------------------------------

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

  // --- buttons that look alike -------------------------------------------------------------------

  // Two of the same words and picture under the same headings do the same. Of what happened each line has its own.
  function alike() {
    const does = new Map();
    for (const one of document.querySelectorAll("#live :is(button, a.button)")) {
      if (!shows(one) || one.getAttribute("href")?.startsWith("/amend")) continue;
      const { label, ...told } = one.dataset;
      const deed = JSON.stringify([one.id, one.getAttribute("href"), told]);
      const looks = [one.innerText.trim(), one.ariaLabel, ...[...one.querySelectorAll("svg")].map((svg) => svg.outerHTML), ...headings(one)].join("|");
      if (does.has(looks) && does.get(looks) !== deed) say("alike", one, "looks as another does, and does something else");
      does.set(looks, deed);
    }
  }

  function headings(one) {
    const found = [];
    for (let group = one.parentElement?.closest(GROUPS); group; group = group.parentElement?.closest(GROUPS)) {
      found.push(group.ariaLabel ?? "", ...[...group.querySelectorAll(":scope > :is(legend, summary, h2, h3)")].map((title) => title.textContent));
    }
    return found;
  }

  // --- what is always at hand --------------------------------------------------------------------

  // However long the page is: people, who of them is ahead, and undo are whole on the screen, on one that is not low the
  // drawers, too, with room above.
  function atHand() {
    const hand = document.querySelector(".at-hand:not(:has(.drawers > [open]))");
    if (!hand || scrollY) return;
    for (const row of document.querySelectorAll(".referee :is(.rows > .row, .acts)")) {
      const people = row.closest(".people");
      if (people && !shows(people) && document.querySelector(".hero table")) continue; // all of it is said there, once
      const box = row.getBoundingClientRect();
      const room = people?.getBoundingClientRect();
      if (box.bottom > high + 1) say("people", row, `ends at ${Math.round(box.bottom)} of ${high}`);
      if (room && box.bottom > room.bottom + 1) say("people", row, `ends ${Math.round(box.bottom - room.bottom)} px below its part`);
      const counts = [...row.querySelectorAll(".brief")]; // what of a score says who is ahead
      if (counts.length && !counts.some((one) => shows(one) && one.getBoundingClientRect().width)) say("score", row, "is not to be seen");
    }
    onward();
    counters(hand);
    answered(hand);
    holes(document.querySelector(".drawers"));
    if (high < 700) return;
    const { top, bottom } = hand.getBoundingClientRect();
    if (bottom > high + 1) say("hand", hand, `ends at ${Math.round(bottom)}`);
    if (top < high / 2 && hand.previousElementSibling?.getBoundingClientRect().bottom > top + 1) say("hand", hand, "takes half of the screen");
  }

  // Lying on its side, a low phone shows the first answer all the same: beside what is at hand, or above it.
  function answered(hand) {
    const question = document.querySelector(".referee > .question:first-child:has([data-ask]):not(:has([data-wide]))");
    const answer = question && topmost(question);
    if (!answer || high >= 400) return;
    const { left, bottom } = answer.getBoundingClientRect();
    const beside = hand.querySelector(".foremost").getBoundingClientRect();
    const end = beside.left > left ? high : beside.top;
    if (bottom > end + 1) say("answer", answer, `ends at ${Math.round(bottom)} of ${Math.round(end)}`);
  }

  // However much is counted, what tells it is in sight, on a referee's page where nothing stands before it.
  function counted() {
    for (const done of document.querySelectorAll(".question > .buttons > .picks:has(> .counter) > [data-confirm]:enabled")) {
      if (!shows(done) || scrollY || done.closest(".referee > .question:not(:first-child)")) continue;
      const { left, right, top, bottom } = done.getBoundingClientRect();
      const middle = (left + right) / 2;
      const seen = (y) => done.contains(document.elementFromPoint(middle, y));
      const form = done.parentElement.getBoundingClientRect();
      if (form.top < high - 160 && !(seen(top + 3) && seen(bottom - 3))) say("counter", done, `from ${Math.round(top)} to ${Math.round(bottom)} of ${high}`);
    }
  }

  // What is counted is whole above what is at hand, on a page that is not low and where nothing stands before it.
  function counters(hand) {
    const [last] = [...document.querySelectorAll(".question:first-child > .buttons > .picks > .counter")].filter(shows).slice(-1);
    const below = last && high >= 700 ? last.getBoundingClientRect().bottom - hand.getBoundingClientRect().top : 0;
    if (below > 1) say("counter", last, `ends ${Math.round(below)} px below what is at hand`);
  }

  // What stands in rows fills them: the last one in a row ends where all of them do.
  function holes(rows) {
    const parts = [...rows?.children ?? []].map((one) => one.getBoundingClientRect());
    const lasts = parts.filter(({ top }, at) => (parts[at + 1]?.top ?? Infinity) > top + 1);
    const end = rows?.getBoundingClientRect().right;
    for (const { right } of lasts) if (right < end - 1) say("hole", rows, `ends at ${Math.round(right)} of ${Math.round(end)}`);
  }

  // Once a game is over, what begins the next one is whole and above all else.
  function onward() {
    if (!document.querySelector(".referee .hero")) return;
    const next = document.querySelector("[data-next]") ?? document.querySelector("#again") ?? document.querySelector(".at-hand");
    const { left, right, top, bottom } = next.getBoundingClientRect();
    const seen = (x, y) => next.contains(document.elementFromPoint(x, y));
    const middle = (left + right) / 2;
    if (!next.matches("[data-next]") || !seen(middle, top + 2) || !seen(middle, bottom - 2)) say("next", next, `from ${Math.round(top)} to ${Math.round(bottom)} of ${high}`);
  }

  // A game that was won is what a wall shows: who has won has all of its width. A phone shows it from its top on, and
  // so far that the name is read.
  function won() {
    const name = document.querySelector(".column > .hero > h2");
    if (name && shows(name)) sight("win", name.parentElement, name);
    const why = document.querySelector(".hero > h2 ~ .big");
    const plain = (one) => one.textContent.trim().toLowerCase();
    if (why && shows(why) && plain(why).includes(plain(why.parentElement.querySelector("h2")))) say("again", why, "repeats who has won");
    if (!fixed || !document.querySelector(".wall-grid > .once-more")) return;
    const hero = document.querySelector(".wall-grid > .hero");
    const { width, height } = hero?.getBoundingClientRect() ?? { width: 0, height: 0 };
    if (width < 0.9 * wide || height < high / 3) say("win", hero ?? document.body, `${Math.round(width)} x ${Math.round(height)} of ${wide} x ${high}`);
  }

  // Who is not asked sees all of the table on one screen.
  function tables() {
    if (document.querySelector(".column > .question")) return;
    for (const look of document.querySelectorAll(".column > .table-look > svg, .column > .pool-card > svg")) if (shows(look)) sight("table", look, look);
  }

  // --- names -----------------------------------------------------------------------------------

  function lines() {
    const known = names.filter((name) => name.trim());
    // Between two pictures any browser may break a line: their name is held where it stands alone.
    const parts = new Set(known.flatMap((name) => name.split(/[\s-]+/)).filter((word) => /^\p{L}{2,}$/u.test(word)));
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const said = node.data.replace(/[\u2066-\u2069]/g, "").trim();
      if (!said || !shows(node.parentElement) || node.parentElement.closest("svg")) continue;
      if (tops(node, 0, node.data.length) < 2) continue;
      if (known.includes(said) && isShort(said)) say("name", node.parentElement, "on more than one line");
      for (const { index, 0: run } of node.data.matchAll(/[^\s-]+/g)) {
        const word = /\p{L}{2,}/u.test(run); // what stands round it may be on no other line
        if (!word || /[./:@_]./.test(run) || tops(node, index, index + run.length) < 2) continue;
        // A name in a sentence that is wider than the whole line is broken: nothing else is left.
        const ofName = [...parts].some((part) => run.includes(part));
        if (!ofName || widthOf(node, index, run.length) < lineOf(node.parentElement) - 1) say("broken", node.parentElement, `inside "${run}"`);
      }
    }
  }

  function isShort(name) {
    return [...name.replace(/\s/g, "")].length <= SHORT;
  }

  // How wide a line in it may be.
  function lineOf(element) {
    const style = getComputedStyle(element);
    const edges = ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"];
    return edges.reduce((left, edge) => left - parseFloat(style[edge]), element.getBoundingClientRect().width);
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
    let turned = 0;
    for (let one = element; one; one = one.parentElement) {
      const { transform, rotate } = getComputedStyle(one);
      if (transform !== "none") { const { a, b } = new DOMMatrix(transform); turned += Math.atan2(b, a); }
      if (rotate !== "none") turned += parseFloat(rotate) * Math.PI / 180;
    }
    return Math.abs(Math.sin(turned)) < 0.02 ? Math.sign(Math.cos(turned)) : 0;
  }

  function isSeen({ letter }) {
    return !/[\s\u2066-\u2069]/.test(letter);
  }

  function placed({ node, at }) {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return [...range.getClientRects()].find(({ width }) => width > 0);
  }

  // Whether a letter on a name's line is on this side of all of it there.
  function isBeside(letter, name, side) {
    if (!letter) return true;
    const level = name.filter((one) => Math.min(one.bottom, letter.bottom) - Math.max(one.top, letter.top) > letter.height / 2);
    return level.every((one) => side * ((one.left + one.right) - (letter.left + letter.right)) > 0);
  }

  // --- rows, targets, drawings -----------------------------------------------------------------

  function rows() {
    for (const row of document.querySelectorAll(".row, .name-row, .phone-row, .order-row, .top-line, .bar")) {
      if (!shows(row)) continue;
      const box = row.getBoundingClientRect();
      if (box.right > wide + 1) say("row", row, `ends at ${Math.round(box.right)} of ${wide}`);
      for (const part of row.children) {
        const { left, right, width } = part.getBoundingClientRect();
        if (width && (right > box.right + 1 || left < box.left - 1) && shows(part)) say("row", row, `${called(part)} ends at ${Math.round(right)} of ${Math.round(box.right)}`);
      }
    }
  }

  // A name of up to nine letters or pictures is whole everywhere. A wall's row has room for one of twenty, unless its
  // marks take half of it.
  function shortened() {
    for (const name of document.querySelectorAll(".fits")) {
      const said = name.textContent.trim();
      if (names.includes(said) && isShort(said) && shows(name) && lacks(name) > 0.05) say("cut", name, `${lacks(name).toFixed(1)} px too long`);
    }
    for (const text of document.querySelectorAll("svg text:has(title)")) {
      const whole = text.querySelector("title").textContent;
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

  function targets() {
    if (fixed && document.body.classList.contains("wall")) return; // nobody taps a TV
    for (const one of document.querySelectorAll("button, a[href], summary, select, input, [role=button], [tabindex='0']")) {
      if (!shows(one) && one.tagName !== "INPUT") continue;
      if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(".skip, p a, dt a, .counter input, input[type=hidden], [hidden] *")) continue;
      const box = (one.closest("label") ?? one).getBoundingClientRect();
      const grows = one.closest("[data-grows]"); // what is smaller than a thumb comes near first
      const need = grows && box.width < (grows.closest(".child") ? least : small) ? 0 : one.closest(".editor, .again-list") || grows ? small : least;
      if (box.width && Math.min(box.width, box.height) < need - 0.5) say("target", one, `${Math.round(box.width)} x ${Math.round(box.height)} of ${need}`);
    }
  }

  // Letters that are pressed together to fit: no reader wants a bar code.
  function squeezed() {
    for (const text of document.querySelectorAll("svg text[textLength]")) {
      if (!shows(text)) continue;
      const wanted = Number(text.getAttribute("textLength"));
      text.removeAttribute("textLength");
      const natural = text.getComputedTextLength();
      text.setAttribute("textLength", wanted);
      if (wanted < 0.8 * natural) say("squeezed", text, `${Math.round(100 * wanted / natural)} % of its width`);
    }
  }

  // What an empty field says is whole.
  function hints() {
    const pen = document.createElement("canvas").getContext("2d");
    for (const one of document.querySelectorAll("input[placeholder]")) {
      if (!shows(one) || one.value) continue;
      pen.font = getComputedStyle(one).font;
      const room = lineOf(one); // a field's clientWidth has no padding in Firefox
      const needs = pen.measureText(one.placeholder).width;
      if (needs > room + 1) say("hint", one, `"${one.placeholder}" needs ${Math.round(needs)} of ${Math.round(room)} px`);
    }
  }

  // A picture that says what it shows, and has no room to show it.
  function gone() {
    for (const picture of document.querySelectorAll("svg[role=img], img")) {
      const box = picture.getBoundingClientRect();
      if (picture.namespaceURI.endsWith("/svg") && picture.parentElement.closest("svg")) continue; // goes with its drawing
      if (shows(picture) && Math.min(box.width, box.height) < LEAST) say("gone", picture, `${Math.round(box.width)} x ${Math.round(box.height)} px`);
    }
  }

  // A style's word that has no value where it is used: what should wear its colour wears none. A drawing wears what its users have.
  function unset() {
    const wears = (element, word) => getComputedStyle(element).getPropertyValue(word).trim() !== "";
    const users = (part) => {
      const symbol = part.closest("symbol");
      return symbol ? [...document.querySelectorAll(`use[href="#${CSS.escape(symbol.id)}"]`)].flatMap(users) : [part];
    };
    for (const { selectorText, style } of [...document.styleSheets].flatMap(({ cssRules }) => flat(cssRules))) {
      const words = [...style.cssText.matchAll(/var\((--[\w-]+)\)/g)].map(([, word]) => word).filter((word) => !wears(document.body, word));
      if (!words.length) continue;
      for (const part of document.querySelectorAll(selectorText)) {
        for (const word of words.filter((word) => !wears(part, word))) {
          const bare = users(part).find((one) => shows(one) && !wears(one, word));
          if (bare) say("unset", bare, word);
        }
      }
    }
  }

  function flat(rules) {
    return [...rules].flatMap((rule) => rule.selectorText ? [rule] : rule.media && !matchMedia(rule.media.mediaText).matches ? [] : flat(rule.cssRules ?? []));
  }

  function headlines() {
    const counts = new Map();
    for (const one of document.querySelectorAll("h1, h2, .line, .wall-band p, .top-words p, .waiting")) {
      if (!shows(one)) continue;
      for (const [, count] of one.textContent.matchAll(/(\d+) dolphins/g)) counts.set(count, one);
    }
    if (counts.size > 1) say("contradicts", [...counts.values()][0], `${[...counts.keys()].join(" and ")} dolphins`);
  }

  // The boxes of one row are alike, whatever stands in them.
  function uneven() {
    for (const row of document.querySelectorAll(".boxes")) {
      const sizes = [...row.children].filter(shows).map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.max(width, height));
      if (sizes.length && Math.max(...sizes) > 1.3 * Math.min(...sizes)) say("uneven", row, `${Math.round(Math.min(...sizes))} to ${Math.round(Math.max(...sizes))} px`);
    }
  }

  // A wall says each thing once: who does what stands in one place.
  function twice() {
    if (!document.querySelector(".wall-grid")) return;
    const said = new Map();
    const all = [...document.querySelectorAll(".line, h2, .wall-band p:not(.said-wall), .hold, .waiting")].filter(shows);
    alikeWords(all);
    clauses();
    for (const one of all) {
      const text = one.textContent.replace(/[\u2066-\u2069\s]+/g, " ");
      for (const name of names.filter((known) => known.trim())) {
        const does = text.includes(`${name} `) && /^\p{L}+/u.exec(text.slice(text.indexOf(`${name} `) + name.length + 1))?.[0];
        if (!does) continue;
        const words = `${name} ${does}`;
        if (said.has(words)) say("twice", one, `"${words}" stands in ${called(said.get(words))}, too`);
        else said.set(words, one);
      }
    }
  }

  // No clause of some words stands in two places.
  function clauses() {
    const said = new Map();
    for (const one of [...document.querySelectorAll(".line, .wall-band :is(h2, p), .table svg text")].filter(shows)) {
      for (const clause of new Set(one.textContent.toLowerCase().split(/[.:?!·]/).map((words) => words.match(WORDS)?.join(" ") ?? ""))) {
        if (clause.split(" ").length < 4 || isName(clause)) continue;
        const before = said.get(clause);
        if (before && (!one.closest("svg") || !before.closest("svg"))) say("again", one, `"${clause}" stands in ${called(before)}, too`);
        said.set(clause, one);
      }
    }
  }

  // A name of many words is said wherever it is somebody's turn.
  function isName(clause) {
    return names.some((name) => name.toLowerCase().match(WORDS)?.join(" ") === clause);
  }

  // What is asked is not said in the words of what just happened: two clauses that differ in names alone, or in what one has more.
  function alikeWords(all) {
    const others = names.filter((name) => name.trim()).sort((a, b) => b.length - a.length);
    const plain = (text) => others.reduce((left, name) => left.replaceAll(name, " "), text).toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)?.map((word) => word.replace(/(?<=..)s$/, "")) ?? [];
    for (const question of all.filter((one) => one.matches("[data-asked]"))) {
      for (const clause of question.textContent.split(/[.:?!]/)) {
        const words = plain(clause);
        const news = words.length > 1 && all.find((one) => one !== question && words.every((word) => plain(one.textContent).includes(word)));
        if (news) say("asked", question, `"${clause.trim()}" stands in ${called(news)}, too`);
      }
    }
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

  // --- contrast --------------------------------------------------------------------------------

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
}
