// Lets the table be heard: PASS ahead of time and one pattern a sign, each with its caption and light.
// Silent until somebody taps "Sound on": phones allow sound only then.
import { buzz } from "./buzz.js";
import { TableClock } from "./clock.js";

// Each sign: words to read, and [Hz, start ms, length ms] to hear. Told apart by tune, not only by pitch.
const SIGNS = {
  grab: ["Grab!", [[523, 0, 90], [784, 90, 160]]],
  foul: ["Too soon!", [[220, 0, 180], [175, 200, 320]]],
  close: ["Too close to call", [[440, 0, 80], [466, 110, 80], [440, 220, 80]]],
  letter: ["A letter!", [[659, 0, 90], [784, 100, 90], [988, 200, 180]]],
  win: ["We have a winner!", [[523, 0, 120], [659, 130, 120], [784, 260, 120], [1047, 390, 420]]],
  tie: ["A tie!", [[523, 0, 140], [523, 200, 140], [659, 400, 140], [659, 600, 140]]],
  question: ["A question for you", [[587, 0, 110], [740, 140, 160]]],
  deny: ["Not this time", [[300, 0, 120], [240, 130, 160]]],
  fake_out: ["Fake-out!", [[900, 0, 60], [1200, 60, 60], [900, 120, 60], [1400, 180, 120]]],
  felt: ["Felt", [[740, 0, 90]]],
  wired: ["All wires are right", [[523, 0, 90], [659, 110, 90], [784, 220, 200]]],
  miswired: ["Look at the wires", [[330, 0, 140], [262, 160, 240]]],
  ask: ["Have you got…?", [[698, 0, 70]]],
  gave: ["Yes!", [[698, 0, 60], [932, 80, 90]]],
  go_fish: ["Go fish!", [[494, 0, 130], [370, 150, 170]]],
  caught_it: ["Caught it!", [[587, 0, 60], [740, 80, 60], [932, 160, 60], [1175, 250, 220]]],
  basket: ["A full basket!", [[523, 0, 80], [587, 100, 80], [698, 200, 80], [784, 300, 80], [1047, 410, 260]]],
  zinger: ["A Zinger!", [[1109, 0, 50], [831, 70, 50], [1109, 140, 50], [831, 210, 50], [1109, 280, 160]]],
  whopper: ["A whopper!", [[233, 0, 300], [262, 330, 80], [233, 430, 80], [156, 540, 500]]],
  dead: ["Dead in the water", [[349, 0, 200], [294, 230, 160], [233, 420, 260]]],
  out: ["Out! The round is over", [[587, 0, 100], [784, 120, 100], [1175, 240, 340]]],
  over: ["The round is over", [[784, 0, 300], [587, 330, 120], [392, 470, 200]]],
  round: ["The round is won", [[523, 0, 140], [659, 170, 80], [784, 270, 140], [1047, 430, 320]]],
  score: ["The table's own pen", [[622, 0, 70], [622, 160, 70]]],
  start: ["Here we go", [[392, 0, 100], [523, 120, 100], [659, 240, 180]]],
};
const PASS = [[880, 0, 70], [660, 70, 110]];
const SHOWN_MS = 1600;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const clock = new TableClock();
let context = null;
let voice = false;
let planned = []; // {n, timer, nodes}: what hush must still silence
let fading = 0;

clock.start();
document.addEventListener("click", (event) => { if (event.target.closest("#sound")) turn(); });
on("calls", ({ planned: calls }) => { hush(); calls.forEach(plan); });
on("called", ({ n }) => pulse(n));
on("hush", hush);
on("sign", ({ name }) => sign(name));
on("felt", ({ pad, kind }) => felt(pad, kind));

function on(name, act) {
  document.addEventListener(`table:${name}`, (event) => act(event.detail));
}

// Off, beeps, beeps and a voice, off again. Resuming must happen in the tap itself.
function turn() {
  if (!context) {
    context = new AudioContext();
    context.resume();
    play(SIGNS.start[1]);
  } else if (!voice && "speechSynthesis" in window) {
    voice = true;
    speak("Pass!");
  } else {
    hush();
    context.close();
    context = null;
    voice = false;
  }
  const button = document.getElementById("sound");
  button.setAttribute("aria-pressed", String(Boolean(context)));
  document.getElementById("sound-word").textContent = !context ? "Sound on" : voice ? "With voice" : "Beeps";
}

function plan([n, at_us]) {
  if (!context || !clock.known) return;
  const in_ms = clock.until(at_us);
  if (in_ms < -50) return;
  const call = { n, nodes: play(PASS, Math.max(0, in_ms)), timer: 0 };
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
  if (!context) return [];
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

function sign(name) {
  if (!(name in SIGNS)) return;
  const [words, tune] = SIGNS[name];
  play(tune);
  buzz(name === "win" ? [80, 60, 80, 60, 200] : 30);
  caption(words);
}

function caption(words) {
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
    : [{ opacity: 1, r: "96px", strokeWidth: "26px" }, { opacity: 0, r: "210px", strokeWidth: "2px" }];
  wave.animate(frames, { duration: 380, easing: "ease-out" });
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
