// A tap means what the finger aimed at. Children tap twice, and what has come under the finger between the two, another
// question or another page, was not aimed at: the second counts only where it means the same as the first. Nor does an
// answer count to a question that has just come, by what another phone told: nobody can have read it.
import { toast } from "./post.js";

const DOUBLE_MS = 350; // longer than a double tap takes, shorter than a look
const NEAR_PX = 24; // of one finger; the middles of two targets are further apart
const SLOT = "tapped"; // where the next page finds the last tap of this one

let last = recalled();
let pointer = "";
const since = new WeakMap(); // what answers, by its button: what that means, and since when

note(-DOUBLE_MS);
document.addEventListener("table:state", () => note(performance.now()));
addEventListener("pointerdown", ({ pointerType }) => { pointer = pointerType; }, true);
addEventListener("pagehide", remember);
addEventListener("click", (event) => {
  if (!event.detail) return; // a key was pressed, or the page did it
  const at_ms = performance.timeOrigin + event.timeStamp;
  const means = purpose(event.target);
  if (isSecond(event, at_ms) && last.means && means && means !== last.means) {
    drop(event);
    last.at_ms = at_ms; // until the finger rests
  } else if (isUnread(event)) {
    drop(event);
    toast("This has just come. Look, then tap.");
  } else {
    last = { at_ms, x: event.clientX, y: event.clientY, means };
  }
}, true);

// A mouse says itself which of its clicks are one.
function isSecond({ clientX, clientY, detail }, at_ms) {
  if (pointer === "mouse") return detail > 1;
  return at_ms - last.at_ms < DOUBLE_MS && Math.hypot(clientX - last.x, clientY - last.y) < NEAR_PX;
}

function drop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// A mouse is led there by the eye.
function isUnread({ target, timeStamp }) {
  const known = since.get(target.closest("button[data-ask]"));
  return pointer !== "mouse" && known !== undefined && timeStamp - known.at_ms < DOUBLE_MS;
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
