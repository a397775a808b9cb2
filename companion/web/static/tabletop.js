// Dolphins under fingers: press to touch, drag off to lift, hover for near, tap an outline to put back.
// On a seat page the dolphin tapped is also claimed as mine: once its touch was heard, and the table asks.
import { buzz } from "./buzz.js";
import { clock } from "./clock.js";
import { dealShown, isTap, pressAt, toyAt } from "./places.js";
import { nonce, tellInTurn, toast } from "./post.js";

const OFF_PX = 60; // farther than a thumb rolls
const NEAR_MS = 450; // a mouse that only passes by is no feint
const held = new Map(); // pointer -> {pad, x, y, lifted, lifts}
let hovering = 0;
let near = null;
let mine = null; // {pad, deal}: the dolphin this phone took, until it is claimed

clock.start();
document.addEventListener("pointerdown", down);
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", up);
document.addEventListener("pointercancel", up);
document.addEventListener("pointerover", hover);
document.addEventListener("keydown", key);
document.addEventListener("click", panel);
document.addEventListener("table:state", claim);

// In turn: a release that overtook its touch would leave a hand on the dolphin. What is held up on its way
// says when it was, and which deal it was about; without a set clock it does not know when.
async function sim(what, event, more = {}) {
  const at_us = clock.at(event.timeStamp);
  const stamp = at_us === null ? {} : { at_us, uncertain_us: clock.uncertain_us };
  const told = { tell: nonce(), do: what, deal: dealShown(), ...more, ...stamp };
  const { ok, reply } = await tellInTurn("/api/sim", told);
  if (reply.say && what !== "near") toast(reply.say); // too late
  if (reply.say) clock.sync();
  return ok && reply.ok;
}

// A dolphin that somebody touched before me may be theirs: then only the people can say.
function free(toy) {
  return toy.dataset.state === "home" || toy.dataset.state === "near";
}

function down(event) {
  const press = pressAt(event);
  if (press) {
    held.set(event.pointerId, { press: press.dataset.press });
    sim("press", event, { button: press.dataset.press });
    return;
  }
  const toy = toyAt(event);
  if (!toy) return;
  event.preventDefault();
  const pad = Number(toy.dataset.pad);
  if (toy.dataset.state === "lifted") { sim("home", event, { pad }); return; }
  const lifts = toy.closest(".pool").dataset.tap === "lift";
  held.set(event.pointerId, { pad, x: event.clientX, y: event.clientY, lifted: false, lifts });
  touch(event, pad, !lifts && free(toy)); // before all else that this does
  toy.setPointerCapture?.(event.pointerId);
  buzz(20);
}

// A hand that did not get there claims nothing: another was quicker, or it came too late.
async function touch(event, pad, claims) {
  const deal = dealShown();
  if (!(await sim("touch", event, { pad })) || !claims) return;
  mine = { pad, deal };
  claim();
}

function move(event) {
  const hand = held.get(event.pointerId);
  if (!hand?.lifts || hand.lifted) return;
  if (Math.hypot(event.clientX - hand.x, event.clientY - hand.y) < OFF_PX) return;
  hand.lifted = true;
  sim("lift", event, { pad: hand.pad });
}

function up(event) {
  const hand = held.get(event.pointerId);
  held.delete(event.pointerId);
  if (!hand) return;
  if (hand.press) sim("let_go", event, { button: hand.press });
  else sim("release", event, { pad: hand.pad });
}

function hover(event) {
  if (event.pointerType !== "mouse" || event.buttons) return;
  const toy = toyAt(event);
  const pad = toy ? Number(toy.dataset.pad) : null;
  if (pad === near) return;
  clearTimeout(hovering);
  if (near !== null) sim("away", event, { pad: near });
  near = null;
  if (pad !== null) hovering = setTimeout(() => { near = pad; sim("near", { timeStamp: performance.now() }, { pad }); }, NEAR_MS);
}

// Enter and space are a quick tap; a press at the edge works by keyboard too.
function key(event) {
  if (!isTap(event)) return;
  const press = pressAt(event);
  const toy = toyAt(event);
  if (!press && !toy) return;
  event.preventDefault();
  if (press) {
    const more = { button: press.dataset.press };
    sim("press", event, more);
    sim("let_go", { timeStamp: performance.now() }, more);
    return;
  }
  const pad = Number(toy.dataset.pad);
  if (toy.dataset.state === "lifted") { sim("home", event, { pad }); return; }
  touch(event, pad, toy.closest(".pool").dataset.tap !== "lift" && free(toy));
  sim("release", { timeStamp: performance.now() }, { pad });
}

function panel(event) {
  const button = event.target.closest("[data-sim]");
  if (!button) return;
  const pad = Number(button.dataset.simPad);
  if (button.dataset.sim === "bounce") { sim("bounce", event, { pad, ms: 8 }); return; }
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  sim(button.dataset.sim, event, { pad, on });
}

function claim() {
  if (mine === null) return;
  if (mine.deal !== dealShown()) mine = null; // nobody asked in time
  const button = document.querySelector(`[data-claims] button[data-pad="${mine?.pad}"]`);
  if (!button) return;
  mine = null;
  button.click();
}
