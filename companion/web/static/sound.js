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
  card: ["A card", [[622, 0, 60]]],
  weak: ["A weak match", [[523, 0, 140]]],
  strong: ["A strong match", [[523, 0, 110], [784, 130, 170]]],
  perfect: ["A perfect match!", [[523, 0, 100], [784, 120, 100], [1047, 240, 100], [1319, 360, 340]]],
  chip: ["Click", [[1175, 0, 40]]],
  removed: ["A chip comes off", [[1175, 0, 40], [587, 110, 130]]],
  claim: ["No match?", [[466, 0, 90], [466, 140, 90], [415, 280, 110]]],
  exchange: ["New cards", [[698, 0, 40], [740, 60, 40], [784, 120, 40], [698, 260, 40], [740, 320, 60]]],
  false: ["There is a match", [[330, 0, 180], [277, 210, 300]]],
  spent: ["No cards can come", [[392, 0, 220], [349, 250, 180], [311, 460, 140], [262, 630, 220]]],
  shuffle: ["Shuffle!", [[831, 0, 35], [932, 60, 35], [831, 120, 35], [932, 180, 35], [831, 240, 35], [932, 300, 35], [831, 360, 35], [932, 420, 90]]],
  splash: ["Splash!", [[659, 0, 40], [831, 60, 40], [1109, 120, 160]]],
  dry: ["Stays dry", [[988, 0, 70], [1319, 100, 90]]],
  hit: ["A towel!", [[349, 0, 120], [262, 130, 220]]],
  last_towel: ["The last towel!", [[311, 0, 260], [622, 350, 70], [622, 470, 70], [622, 590, 70]]],
  chips: ["A towel more", [[523, 0, 60], [659, 110, 60], [523, 280, 60], [784, 390, 110]]],
  saved: ["Just kept dry", [[523, 0, 60], [523, 110, 60], [784, 220, 140], [988, 400, 200]]],
  soaked: ["Soaked!", [[440, 0, 140], [349, 190, 140], [277, 380, 140], [208, 570, 520]]],
  burst: ["The Water Balloon bursts!", [[1175, 0, 30], [988, 50, 30], [784, 100, 30], [523, 150, 30], [175, 210, 420]]],
  area: ["Water for everybody!", [[659, 0, 40], [831, 60, 40], [1109, 120, 130], [659, 310, 40], [831, 370, 40], [1109, 430, 160]]],
  ball: ["The ball flies", [[587, 0, 90], [740, 230, 90], [587, 460, 90]]],
  flip: ["A flip", [[880, 0, 40], [1175, 170, 60]]],
  dive: ["A dive", [[494, 0, 80], [370, 90, 80], [554, 190, 90]]],
  pearl: ["A pearl!", [[988, 0, 60], [1245, 80, 60], [1480, 160, 150]]],
  mission: ["A mission!", [[587, 0, 110], [587, 140, 60], [880, 230, 240]]],
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
