// Lets the table be heard: PASS ahead of time and one pattern a sign, each with its caption and light.
// Silent until somebody taps the loudspeaker: phones allow sound only then. What was chosen is remembered; after a
// reload it sounds again at once where the browser lets it, else from the next tap on anything.
import { buzz, opened } from "./buzz.js";
import { clock } from "./clock.js";

// Each sound: words to read, and [Hz, start ms, length ms] to hear.
const SOUNDS = JSON.parse(document.getElementById("sounds").content.textContent);
const SHOWN_MS = 1600;
const FOR_ALL = ["win", "tie", "over"];
const NOTE_MS = 140;
const TURNS_MOST = 8; // pictures that a sign may come behind
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let context = null;
let mute = false; // this browser has no sound, or gives none
let sounding = false;
let voice = false;
let offering = false; // large, on a wall, until the first deal
let planned = []; // {n, timer, nodes}: what hush must still silence
let greeted = new Set(inLobby().map((one) => one.id)); // whom the page found there is not called
let fading = 0;
let turns = [{ seq: 0, ...whose() }]; // whose turn the newest pictures showed

const told = new URLSearchParams(location.hash.slice(1)).get("sound"); // by the wall's own machine
if (told && kept("sound") === null) keep("sound", told);
clock.start();
document.addEventListener("click", (event) => { if (event.target.closest("#sound, #sound-offer")) turn(); });
if (kept("sound")) wake();
show();
offer();
on("state", offer);
on("calls", ({ planned: calls }) => { hush(); calls.forEach(plan); });
on("called", ({ n }) => pulse(n));
on("hush", () => { hush(); together(); });
on("sign", ({ name, seq }) => { if (!still(name, seq)) sign(name); });
on("turn", () => sign("question"));
on("felt", ({ pad, kind }) => felt(pad, kind));
on("state", greet);
on("state", ({ seq }) => { turns = [...turns, { seq, ...whose() }].slice(-TURNS_MOST); });

function on(name, act) {
  document.addEventListener(`table:${name}`, (event) => act(event.detail));
}

// Off, beeps, beeps and a voice, off again. Resuming must happen in the tap itself.
function turn() {
  if (!sounding) {
    context ??= opened();
    mute = !context;
    if (mute) {
      show();
      offer();
      return;
    }
    context.resume();
    sounding = true;
    play(SOUNDS.start.tune);
  } else if (!voice && "speechSynthesis" in window) {
    voice = true;
    speak("Pass!");
  } else {
    hush();
    context.close();
    context = null;
    sounding = voice = false;
  }
  keep("sound", !sounding ? "" : voice ? "voice" : "on");
  show();
  offer();
}

// As it was before a reload.
function wake() {
  voice = kept("sound") === "voice" && "speechSynthesis" in window;
  context = opened();
  if (!context) return;
  const woken = () => {
    if (sounding || context?.state !== "running") return;
    sounding = true;
    show();
    offer();
  };
  const again = (event) => { if (!sounding && !event.target.closest("#sound, #sound-offer")) context?.resume().then(woken); };
  for (const tap of ["pointerup", "keydown"]) addEventListener(tap, again);
  context.onstatechange = woken;
  woken();
}

function show() {
  const button = document.getElementById("sound");
  if (!button) return;
  button.setAttribute("aria-pressed", String(sounding));
  button.querySelector("use").setAttribute("href", sounding ? "#i-sound" : "#i-mute");
  document.getElementById("sound-word").textContent = mute ? "No sound here" : !sounding ? "Sound is off: tap" : voice ? "Sound and voice" : "Sound is on";
}

// Large on a wall while the first cards are dealt, and never again there, nor once somebody has chosen.
function offer() {
  const button = document.getElementById("sound-offer");
  if (offering && !button) keep("sound-offered", "yes");
  offering = Boolean(button) && !mute && kept("sound") === null && !kept("sound-offered");
  if (button) button.hidden = !offering;
}

function kept(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function keep(name, what) {
  try { localStorage.setItem(name, what); } catch { /* a private window keeps nothing */ }
}

function inLobby() {
  return [...document.querySelectorAll(".lobby [data-call]")];
}

// In the lobby each who comes is called by three notes.
function greet() {
  const here = inLobby();
  const came = here.filter((one) => !greeted.has(one.id));
  greeted = new Set(here.map((one) => one.id));
  for (const one of came) play(one.dataset.call.split(" ").map((hertz, at) => [Number(hertz), at * NOTE_MS, NOTE_MS]));
}

function plan([n, at_us]) {
  if (!sounding || !clock.known) return;
  const in_ms = clock.until(at_us);
  if (in_ms < -50) return;
  const call = { n, nodes: play(SOUNDS.pass.tune, Math.max(0, in_ms)), timer: 0 };
  if (voice) call.timer = setTimeout(() => speak("Pass!"), Math.max(0, in_ms));
  planned.push(call);
}

// A touch silences at once whatever was still to be called.
function hush() {
  for (const call of planned) {
    clearTimeout(call.timer);
    for (const node of call.nodes) { try { node.stop(); } catch { /* it had ended */ } }
  }
  planned = [];
  if (voice) speechSynthesis.cancel();
}

function play(tune, in_ms = 0) {
  if (!sounding) return [];
  const zero = context.currentTime + in_ms / 1000;
  return tune.map(([hertz, start_ms, long_ms]) => {
    const tone = context.createOscillator();
    const gain = context.createGain();
    const from = zero + start_ms / 1000;
    const until = from + long_ms / 1000;
    tone.type = "triangle";
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(0.5, from + 0.008);
    gain.gain.setValueAtTime(0.5, Math.max(from + 0.008, until - 0.03));
    gain.gain.linearRampToValueAtTime(0, until);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(until);
    return tone;
  });
}

function speak(words) {
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.rate = 1.3;
  speechSynthesis.speak(utterance);
}

// A phone says a question of its own by itself (turn.js), and keeps still where the turn was another's: before what
// the sign is of, for it comes before the picture or after it.
function still(name, seq) {
  const { own, idle } = turns.filter((one) => one.seq < seq).pop() ?? turns[0];
  return own && (name === "question" || (idle && !FOR_ALL.includes(name)));
}

function whose() {
  const mine = document.querySelector("[data-turn]")?.dataset;
  return { own: Boolean(mine), idle: mine?.idle !== undefined };
}

function sign(name) {
  if (!(name in SOUNDS)) return;
  play(SOUNDS[name].tune);
  if (name === "win") buzz([80, 60, 80, 60, 200]);
  caption(SOUNDS[name].caption);
}

// What is heard here stands here, too; where nothing sounds nothing is written of it.
function caption(words) {
  if (!sounding) return;
  const line = document.getElementById("caption");
  line.textContent = `♪ ${words}`;
  if (!calm.matches) line.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
  clearTimeout(fading);
  fading = setTimeout(() => { line.textContent = ""; }, SHOWN_MS);
}

// The ring says PASS with light and a number, whether or not it is heard.
function pulse(n) {
  const count = document.getElementById("count");
  if (count) count.textContent = n;
  const wave = document.getElementById("ring-wave");
  if (!wave) return;
  const frames = calm.matches
    ? [{ opacity: 1 }, { opacity: 1, offset: 0.98 }, { opacity: 0 }] // a light that does not move
    : [{ opacity: 1, r: "96px", strokeWidth: "26px" }, { opacity: 0, r: far(), strokeWidth: "2px" }];
  wave.animate(frames, { duration: 380, easing: "ease-out" });
}

// On a wall all of the pool beats, and at the first hand it falls together.
function far() {
  return document.body.classList.contains("wall") ? "460px" : "210px";
}

function together() {
  const wave = document.getElementById("ring-wave");
  if (!wave || calm.matches) return;
  wave.animate([{ opacity: 1, r: far(), strokeWidth: "4px" }, { opacity: 1, r: "96px", strokeWidth: "20px" }], { duration: 300, easing: "ease-in" });
}

function felt(pad, kind) {
  const glow = document.querySelector(`#toy-${pad} .d-glow`);
  if (!glow) return;
  const bright = kind === "touch" ? 1 : 0.55;
  glow.animate([{ opacity: bright }, { opacity: bright, offset: 0.7 }, { opacity: 0 }], { duration: kind === "near" ? 900 : 600 });
  if (kind === "touch" && !calm.matches) {
    document.querySelector(`#toy-${pad} .leaper`)?.animate(
      [{ transform: "translateX(0)" }, { transform: "translateX(14px)" }, { transform: "translateX(0)" }], { duration: 180 });
  }
}
