// A tap means what the finger came down on: whatever has come under it since was not aimed at. Children tap twice, and
// the second tap counts only where it means the same as the first, also on the next page; a question that another phone
// has just brought takes no answer by touch, for nobody can have read it; and who presses long, or beside a hand that
// rests there, has tapped.
import { toast } from "./post.js";

const DOUBLE_MS = 350; // longer than a double tap takes, shorter than a look
const LONG_MS = 400; // of a press that some browsers make a menu of, or nothing
const CLICKS_MS = 100; // within these a browser makes a click of a finger that was lifted
const PALM_MS = 150; // within these all of a palm comes down
const NEAR_PX = 24; // of one finger; the middles of two targets are further apart
const SLOT = "tapped"; // where the next page finds the last tap of this one

let last = recalled();
let down = {}; // the newest finger that came down, or the mouse
const fingers = new Map(); // those that are down, by pointer
const since = new WeakMap(); // what answers, by its button: what that means, and since when

note(-DOUBLE_MS);
document.addEventListener("table:state", () => note(performance.now()));
addEventListener("pagehide", remember);
addEventListener("pointerdown", (event) => {
  const { pointerType, isPrimary, timeStamp, target, clientX, clientY } = event;
  if (isPrimary) fingers.clear(); // the end of one may have been lost
  const others = [...fingers.values()];
  others.forEach((other) => { other.rests = true; });
  down = { by: pointerType, at_ms: timeStamp, x: clientX, y: clientY, means: purpose(target), others };
  fingers.set(event.pointerId, down);
}, true);
addEventListener("pointercancel", ({ pointerId }) => lift(pointerId), true);
addEventListener("pointerup", (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger || !isNear(event, finger)) return lift(event.pointerId);
  fingers.delete(event.pointerId);
  if (finger.by === "mouse") return;
  if (isLong(finger, event) || isBeside(finger)) setTimeout(press, CLICKS_MS, finger);
}, true);
addEventListener("contextmenu", (event) => {
  if (down.by !== "mouse" && pressed(event.target)) event.preventDefault();
}, true);
addEventListener("click", (event) => {
  if (!event.detail || !event.isTrusted) return; // a key was pressed, or the page did it
  const finger = down;
  finger.clicked = true;
  down = { by: finger.by }; // what clicks next without one came by another way, as a screen reader does
  if (!finger.pressed && isMeant(event, finger)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// It went elsewhere, and clicks nothing.
function lift(pointerId) {
  if (fingers.get(pointerId) === down) down = { by: down.by };
  fingers.delete(pointerId);
}

function isMeant(event, finger) {
  const { clientX: x, clientY: y } = event;
  const at_ms = performance.timeOrigin + event.timeStamp; // the next page has another beginning of its time
  const means = purpose(event.target);
  if (finger.means && means !== finger.means) return false;
  if (isSecond(event, at_ms, finger) && last.means && means && means !== last.means) {
    last.at_ms = at_ms; // until the finger rests
    return false;
  }
  if (isUnread(event, finger)) {
    toast("This has just come. Look, then tap.");
    return false;
  }
  last = { at_ms, x, y, means };
  return true;
}

function isNear({ clientX, clientY }, { x, y }) {
  return Math.hypot(clientX - x, clientY - y) < NEAR_PX;
}

function isLong({ at_ms, others, rests }, { timeStamp }) {
  return timeStamp - at_ms > LONG_MS && !others.length && !rests;
}

// A finger taps while another lies there, such as the hand that holds the tablet: Chromium makes no click of that. A
// palm that comes down whole is no tap.
function isBeside({ at_ms, others, rests }) {
  const lying = [...fingers.values()];
  return others.length > 0 && !rests && others.every((one) => lying.includes(one) && at_ms - one.at_ms > PALM_MS);
}

// What is under the finger counts, where the browser made nothing of it.
function press(finger) {
  const { clicked, at_ms: timeStamp, x: clientX, y: clientY } = finger;
  const target = pressed(document.elementFromPoint(clientX, clientY));
  if (clicked || !target || !isMeant({ target, timeStamp, clientX, clientY }, finger)) return;
  target.click();
  finger.pressed = true; // a click that the browser makes of it after all is none
}

// What a long press taps, or nothing: the menu of a link among words stays, and that of what is typed.
function pressed(target) {
  const handle = target?.closest("button, summary, a.button, label");
  return handle?.control && !["radio", "checkbox"].includes(handle.control.type) ? null : handle;
}

// A mouse says itself which of its clicks are one.
function isSecond(event, at_ms, { by }) {
  return by === "mouse" ? event.detail > 1 : at_ms - last.at_ms < DOUBLE_MS && isNear(event, last);
}

// A mouse is led there by the eye.
function isUnread({ target, timeStamp }, { by }) {
  const known = since.get(target.closest("button[data-ask]"));
  return by !== "mouse" && known !== undefined && timeStamp - known.at_ms < DOUBLE_MS;
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
