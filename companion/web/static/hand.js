// My hand, where it is on this phone alone: fetched whenever cards moved; a tap says which goes next. And this phone's own
// dolphin: told with the moment of the touch by the table's clock.
import { buzz } from "./buzz.js";
import { clock } from "./clock.js";
import { grainHere } from "./grain.js";
import { order } from "./order.js";
import { isTap } from "./places.js";
import { nonce, tellInTurn, toast } from "./post.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const AGAIN_MS = 400; // a lively table changes many times a second
const HERE_MS = 2000; // the call waits for a phone that has not looked for long
const asking = order();
let soon = 0;
let had = false; // four of a kind, which this phone has told already
let grain = null; // how finely this phone tells moments apart, once there is a dolphin to grab

document.addEventListener("table:hand", look);
document.addEventListener("table:state", () => { soon ||= setTimeout(look, AGAIN_MS); });
document.addEventListener("pointerdown", (event) => { if (!event.button && isMine(event)) grab(event); });
document.addEventListener("keydown", (event) => { if (isTap(event) && isMine(event)) grab(event); });
document.addEventListener("click", (event) => {
  const card = event.target.closest?.("[data-card]");
  if (card) tap(Number(card.dataset.card), Number(card.dataset.turn));
  else if (event.target.closest?.("[data-bring]")) tap(0, 0);
});
setInterval(() => { if (!document.hidden) look(); }, HERE_MS);
look();

function isMine(event) {
  return event.target.closest?.("[data-grab]:not([disabled])");
}

async function look() {
  clearTimeout(soon);
  soon = 0;
  setGrain();
  const place = document.getElementById("hand");
  if (!place) return;
  const stands = asking();
  const answer = await fetch("/api/hand", { cache: "no-store" }).catch(() => null);
  const held = answer?.ok && await answer.json().catch(() => null);
  if (!held || !stands()) return;
  const { html, four } = held;
  Idiomorph.morph(place, html, { morphStyle: "innerHTML" });
  if (four && !had) buzz([40, 40, 40, 40, 120]);
  had = four;
}

function setGrain() {
  if (grain || !document.querySelector("[data-grab]")) return;
  grain = grainHere();
  clock.start();
}

async function tap(card, turn) {
  buzz(15);
  const { reply } = await tellInTurn("/api/hand", { card, turn });
  if (reply.say) toast(reply.say, 1500);
  look();
}

// When it was is told with the doubt of this phone's clock and of its glass.
async function grab(event) {
  event.preventDefault();
  buzz(20);
  const { deal } = isMine(event).dataset;
  const at_us = grain && clock.at(event.timeStamp);
  const uncertain_us = at_us === null ? 0 : clock.uncertain_us + grain.uncertain_us;
  const { reply } = await tellInTurn("/api/grab", { tell: nonce(), at_us, uncertain_us, deal });
  if (reply.say) toast(reply.say);
}
