// The tablet in the middle: every finger on a dolphin or a button is told at once, with its own stamp.
// It decides nothing: neither who was first nor what counts. Told in order, and again until it was heard.
import { buzz } from "./buzz.js";
import { clock } from "./clock.js";
import { grainHere } from "./grain.js";
import { dealShown, isTap, pressAt, toyAt } from "./places.js";
import { nonce, post, toast } from "./post.js";

const BEAT_MS = 1000; // the table misses a tablet after three
const AGAIN_MS = 300;
const PATIENCE_MS = 500; // a post that hangs is told again while its touches still count,
const PATIENCE_MOST_MS = 3000; // and a network may be as slow as that
const CONTACTS_MOST = 100; // in one post; who has more to tell was away for long
const grain = grainHere();
const held = new Map(); // pointer -> {finger, place}
let fingers = 0;
let visit = nonce(); // one showing of this page: its fingers are all new
let number = 0;
let waiting = []; // contacts that are still to be told
let telling = false;

clock.start();
clock.sync().then(tell);
setInterval(tell, BEAT_MS);
document.addEventListener("pointerdown", down);
document.addEventListener("pointerup", up);
document.addEventListener("pointercancel", up);
for (const name of ["touchend", "touchcancel"]) document.addEventListener(name, allGone);
document.addEventListener("keydown", key);
document.addEventListener("click", wholeScreen);
document.addEventListener("visibilitychange", () => (document.hidden ? leave() : begin()));
addEventListener("pagehide", leave);
addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
lieStill();

// --- fingers ----------------------------------------------------------------------------------

function placeAt(event) {
  const press = pressAt(event);
  if (press) return press.dataset.press;
  const toy = toyAt(event);
  return toy ? `pad:${toy.dataset.pad}` : "";
}

function down(event) {
  const place = placeAt(event);
  if (!place || event.button > 0) return;
  event.preventDefault();
  if (held.has(event.pointerId)) up(event); // its leaving was lost
  const finger = (fingers += 1);
  held.set(event.pointerId, { finger, place });
  contact("down", place, finger, event.timeStamp);
  buzz(20);
}

function up(event) {
  const hand = held.get(event.pointerId);
  held.delete(event.pointerId);
  grain.gone(event.pointerId);
  if (hand) contact("up", hand.place, hand.finger, event.timeStamp);
}

// No finger is on the glass: whatever is still held here has lost its leaving on the way.
function allGone(event) {
  if (event.touches.length) return;
  for (const pointerId of [...held.keys()]) up({ pointerId, timeStamp: event.timeStamp });
}

// Enter and space are a quick tap, on the buttons too.
function key(event) {
  const place = isTap(event) && placeAt(event);
  if (!place) return;
  event.preventDefault();
  const finger = (fingers += 1);
  contact("down", place, finger, event.timeStamp);
  contact("up", place, finger, performance.now());
}

// --- telling ----------------------------------------------------------------------------------

function contact(what, place, finger, stamp_ms) {
  if (waiting.length >= CONTACTS_MOST) begin(); // nobody has heard for long: what was is over
  waiting.push({ do: what, place, finger, at_us: Math.round(stamp_ms * 1000), deal: dealShown() });
  tell();
}

// One post after the other: a touch that overtook another would still be in order, a release would not.
async function tell() {
  if (telling || !clock.known || document.hidden) return;
  telling = true;
  try {
    do await send(); while (waiting.length);
  } finally { telling = false; }
}

async function send() {
  const body = told(waiting.splice(0, CONTACTS_MOST));
  for (let tries = 1; body.visit === visit; tries += 1) {
    const signal = AbortSignal.timeout?.(Math.min(tries * PATIENCE_MS, PATIENCE_MOST_MS));
    const { status, reply } = await post("/api/tablet", body, signal).catch(() => ({ status: 0 }));
    if (status === 403) { location.reload(); return; } // put out: the page says what to do
    if (status && status !== 429 && status < 500) { heard(reply); return; }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

function told(contacts, leaving = false) {
  number += 1;
  return { visit, number, offset_us: clock.offset_us, uncertain_us: grain.uncertain_us, contacts, leaving };
}

function heard({ say }) {
  if (!say) return;
  toast(say);
  clock.sync();
}

function begin() {
  visit = nonce();
  number = 0;
  waiting = [];
  held.clear();
  clock.sync().then(tell);
}

// A page that is not shown feels nothing: no hand may stay on a dolphin.
function leave() {
  const bye = new Blob([JSON.stringify(told([], true))], { type: "application/json" });
  navigator.sendBeacon("/api/tablet", bye);
}

// --- lying flat -------------------------------------------------------------------------------

// Nothing that hands do on it moves the page: no scrolling, zooming, selecting, menus.
function lieStill() {
  for (const name of ["contextmenu", "selectstart", "dragstart", "gesturestart"]) {
    document.addEventListener(name, (event) => event.preventDefault());
  }
  document.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
}

function wholeScreen(event) {
  if (!event.target.closest("#whole")) return;
  const root = document.documentElement;
  if (document.fullscreenElement) document.exitFullscreen();
  else if (root.requestFullscreen) root.requestFullscreen({ navigationUI: "hide" }).catch(() => {});
  else root.webkitRequestFullscreen?.();
}
