// A tap means what the finger came down on: whatever has come under it since was not aimed at. Children tap twice, and
// the second tap counts only where it means the same as the first, also on the next page; a question that another phone
// has just brought takes no answer by touch, for nobody can have read it; and who presses long has tapped.
import { toast } from "./post.js";

const DOUBLE_MS = 350; // longer than a double tap takes, shorter than a look
const LONG_MS = 400; // of a press that some browsers make a menu of, or nothing
const CLICKS_MS = 100; // within these a browser makes a click of a finger that was lifted
const NEAR_PX = 24; // of one finger; the middles of two targets are further apart
// The menu of a link among words stays, and that of what is typed.
const PRESSED = "button, summary, a.button, label:has([type=radio], [type=checkbox])";
const SLOT = "tapped"; // where the next page finds the last tap of this one

let last = recalled();
let down = {}; // the newest finger that came down, or the mouse
const since = new WeakMap(); // what answers, by its button: what that means, and since when

note(-DOUBLE_MS);
document.addEventListener("table:state", () => note(performance.now()));
addEventListener("pagehide", remember);
addEventListener("pointerdown", (event) => {
  const { pointerType, pointerId, timeStamp, target, clientX, clientY } = event;
  down = { by: pointerType, id: pointerId, at_ms: timeStamp, x: clientX, y: clientY, means: purpose(target) };
}, true);
addEventListener("pointerup", (event) => {
  if (event.pointerId === down.id && isLong(event)) setTimeout(press, CLICKS_MS, down);
}, true);
addEventListener("contextmenu", (event) => {
  if (down.by !== "mouse" && event.target.closest(PRESSED)) event.preventDefault();
}, true);
addEventListener("click", (event) => {
  if (!event.detail || !event.isTrusted) return; // a key was pressed, or the page did it
  down.clicked = true;
  const means = purpose(event.target);
  if (down.means && means !== down.means) drop(event);
  else if (isSecond(event) && last.means && means && means !== last.means) {
    last.at_ms = day_ms(event); // until the finger rests
    drop(event);
  } else if (isUnread(event)) {
    drop(event);
    toast("This has just come. Look, then tap.");
  } else {
    last = { at_ms: day_ms(event), x: event.clientX, y: event.clientY, means };
  }
}, true);

function drop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The next page has another beginning of its time.
function day_ms({ timeStamp }) {
  return performance.timeOrigin + timeStamp;
}

function isNear({ clientX, clientY }, { x, y }) {
  return Math.hypot(clientX - x, clientY - y) < NEAR_PX;
}

function isLong(event) {
  return down.by !== "mouse" && event.timeStamp - down.at_ms > LONG_MS && isNear(event, down);
}

// What is under the finger still counts, where the browser made nothing of it.
function press({ clicked, x, y, means }) {
  const handle = document.elementFromPoint(x, y)?.closest(PRESSED);
  if (!clicked && handle && purpose(handle) === means) handle.click();
}

// A mouse says itself which of its clicks are one.
function isSecond(event) {
  return down.by === "mouse" ? event.detail > 1 : day_ms(event) - last.at_ms < DOUBLE_MS && isNear(event, last);
}

// A mouse is led there by the eye.
function isUnread({ target, timeStamp }) {
  const known = since.get(target.closest("button[data-ask]"));
  return down.by !== "mouse" && known !== undefined && timeStamp - known.at_ms < DOUBLE_MS;
}

function note(at_ms) {
  for (const button of document.querySelectorAll("button[data-ask]")) {
    const means = purpose(button);
    if (since.get(button)?.means !== means) since.set(button, { means, at_ms });
  }
}

// Which of the page's handles that is and what it tells, or nothing; a label stands for what it ticks.
function purpose(target) {
  const handle = target.closest("label")?.control ?? target.closest("button, a, summary, input");
  if (!handle) return "";
  const { tagName, id, href, name, value, dataset } = handle;
  return JSON.stringify([tagName, id, id ? "" : href, name, value, dataset]);
}

function remember() {
  try { sessionStorage.setItem(SLOT, JSON.stringify(last)); } catch { /* private windows may forbid it */ }
}

function recalled() {
  try { return JSON.parse(sessionStorage.getItem(SLOT)) ?? {}; } catch { return {}; }
}
