// What is out of its box or off the screen, too small for a finger, or not alike in a row.

const LEAST = 12; // px of a picture: a letter's

// What is written on a part of a picture beside it is no wider than that part, however much it may become.
function written() {
  const all = [...document.querySelectorAll("[data-within]")].filter(shows).map((one) => ({ one, said: one.textContent }));
  for (const { one } of all) one.textContent = one.dataset.atMost ?? one.textContent;
  const most = all.map(({ one }) => one.getBoundingClientRect().width);
  for (const { one, said } of all) one.textContent = said;
  all.forEach(({ one }, at) => {
    const room = Number(one.dataset.within) * one.parentElement.querySelector("svg").getBoundingClientRect().width;
    if (most[at] > room + 0.5) say("wider", one, `${Math.round(most[at])} of ${Math.round(room)} px`);
  });
}

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

// The nearest box around a text which it leaves. What ends in "…" may, if all of it is a tap away.
function poking(element, svg, rect) {
  const loose = 2;
  for (let around = frameOf(element); around; around = frameOf(around.one.parentElement)) {
    const { one, box, scrolls, down, ends } = around;
    if (scrolls) return null;
    // Along its line: on a table that lies flat that is any way.
    const along = down ? rect.bottom > box.bottom || rect.top < box.top : rect.right > box.right || rect.left < box.left;
    if (ends && along) return one.title || one.closest("[title], summary, a, button, [data-whole]") ? null : one;
    if (rect.left < box.left - loose || rect.right > box.right + loose || rect.top < box.top - loose || rect.bottom > box.bottom + loose) return one;
  }
  return null;
}

// The nearest box that is to be seen or clips, from this element outwards.
function frameOf(element) {
  if (!element || element === document.body) return null;
  return once(frames, element, (one) => {
    const { display, overflowX, overflowY, borderTopWidth, backgroundColor, textOverflow } = getComputedStyle(one);
    const isDrawn = one.namespaceURI.endsWith("/svg") && one.tagName !== "svg";
    const isPainted = borderTopWidth !== "0px" || !backgroundColor.endsWith(", 0)") && backgroundColor !== "transparent";
    const clips = overflowX !== "visible" || overflowY !== "visible";
    if (isDrawn || display === "inline" || display === "contents" || !clips && !isPainted) return frameOf(one.parentElement);
    const box = one.getBoundingClientRect();
    const scrolls = [overflowX, overflowY].some((way) => way === "auto" || way === "scroll");
    return { one, box, scrolls, down: downwards(one, box), ends: textOverflow === "ellipsis" };
  });
}

const RIM = 1; // px between words and the line around their button

// What is written on a button stands inside it, not on its rim.
function rims(all) {
  for (const { element, svg, parts } of all) {
    const button = !svg && element.closest("button, .button");
    if (!button) continue;
    const { left, right } = button.getBoundingClientRect();
    const room = Math.min(...parts.filter(Boolean).flatMap((one) => [one.left - left, right - one.right]));
    if (room < RIM + parseFloat(getComputedStyle(button).borderLeftWidth)) say("rim", element, `${room.toFixed(1)} px inside ${called(button)}`);
  }
}

const STICKS = 3; // px that nobody sees

function rows() {
  for (const row of document.querySelectorAll(".row, .name-row, .phone-row, .order-row, .top-line, .bar")) {
    if (!shows(row)) continue;
    const box = row.getBoundingClientRect();
    if (box.right > wide + 1) say("row", row, `ends at ${Math.round(box.right)} of ${wide}`);
    for (const part of row.children) {
      const { left, right, width } = part.getBoundingClientRect();
      const next = part.nextElementSibling;
      if (row.matches(".order-row") && next && shows(part) && shows(next) && meet(part.getBoundingClientRect(), next.getBoundingClientRect())) say("row", part, `over ${called(next)}`);
      if (width && (right > box.right + 1 || left < box.left - 1) && shows(part)) say("row", row, `${called(part)} ends at ${Math.round(right)} of ${Math.round(box.right)}`);
    }
  }
}

// What a row on a wall says stands inside it, for it may have a frame.
function sticksOut() {
  for (const row of fixed ? document.querySelectorAll(".wall .rows > .row") : []) {
    if (!shows(row)) continue;
    const { top, bottom } = row.getBoundingClientRect();
    for (const part of row.querySelectorAll(".name, .mark, .shape, .score > *, .points, svg")) {
      const box = part.getBoundingClientRect();
      const { paddingTop, paddingBottom } = getComputedStyle(part);
      const [above, below] = part.matches(".fits") ? [paddingTop, paddingBottom].map(parseFloat) : [0, 0]; // room for what a script has there
      const out = Math.max(top - box.top - above, box.bottom - below - bottom);
      if (box.width && out > STICKS && shows(part)) { say("sticks", row, `${called(part)} by ${Math.round(out)} px`); break; }
    }
  }
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

// What stays in sight as a page is scrolled leaves room for all that is tapped.
function lids() {
  if (fixed) return;
  const tall = (one) => one.getBoundingClientRect().height > high / 2;
  const stays = [...document.querySelectorAll(".column > *")].filter((one) => shows(one) && getComputedStyle(one).position === "sticky" && tall(one));
  if (!stays.length) return;
  for (const one of document.querySelectorAll("button, a[href], summary")) {
    if (!shows(one) || !one.checkVisibility({ visibilityProperty: true }) || one.matches(".skip, [hidden] *, .bar *")) continue;
    const lid = lidOf(one, stays);
    if (lid) say("lid", one, `lies under ${called(lid)}`);
  }
  scrollTo({ top: 0, behavior: "instant" });
}

const SHARES = [0.5, 0.3, 0.7]; // of the screen, from its top: where a thumb may bring it

// What covers it, wherever on the screen it is brought.
function lidOf(one, stays) {
  let lid = null;
  for (const share of SHARES) {
    const at = one.getBoundingClientRect();
    scrollBy({ top: at.top + at.height / 2 - share * high, behavior: "instant" });
    const { left, width, top, height } = one.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    lid = stays.find((other) => !other.contains(one) && other.contains(seen));
    if (!lid) return null;
  }
  return lid;
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
    if (picture.complete === false) continue; // it is on its way
    if (shows(picture) && Math.min(box.width, box.height) < LEAST) say("gone", picture, `${Math.round(box.width)} x ${Math.round(box.height)} px`);
  }
}

// The boxes of one row are alike, whatever stands in them.
function uneven() {
  for (const row of document.querySelectorAll(".boxes")) {
    const sizes = [...row.children].filter(shows).map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.max(width, height));
    if (sizes.length && Math.max(...sizes) > 1.3 * Math.min(...sizes)) say("uneven", row, `${Math.round(Math.min(...sizes))} to ${Math.round(Math.max(...sizes))} px`);
  }
}
