// The calibration's page as the pads are: asked for some four times a second while hands are on them.
// It draws nothing of its own, and decides nothing.
import { buzz } from "./buzz.js";
import { put, says } from "./line.js";
import { tell, toast } from "./post.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const GUIDING_MS = 250;
const RESTING_MS = 1500;
const PATIENCE_MS = 2000; // what hangs is asked again
const STALE_MS = 3000; // what is shown is too old to trust

const live = document.getElementById("live");
let waiting = 0;
let asked = null; // on its way
let heard_ms = performance.now();

document.addEventListener("click", async (event) => {
  const word = event.target.closest("button")?.dataset.calibrate;
  if (!word) return;
  buzz(15);
  await tell("/api/calibrate", { act: word });
  look();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
look();

async function look() {
  clearTimeout(waiting);
  asked?.abort();
  const mine = asked = new AbortController();
  const hangs = setTimeout(() => mine.abort(), PATIENCE_MS);
  let next_ms = RESTING_MS;
  try {
    const answer = await fetch("/api/calibrate", { cache: "no-store", signal: mine.signal });
    if (answer.status === 403) location.reload(); // put out: the page says why
    const { stage, html } = await answer.json();
    if (stage === "guiding") next_ms = GUIDING_MS;
    if (answer.ok) {
      heard();
      show(html);
    }
  } catch { // asked again in a moment
    if (asked === mine) showAge();
  }
  clearTimeout(hangs);
  if (asked === mine && !document.hidden) waiting = setTimeout(look, next_ms);
}

function heard() {
  if (isStale()) toast("");
  heard_ms = performance.now();
}

function isStale() {
  return performance.now() - heard_ms > STALE_MS;
}

function showAge() {
  if (isStale()) toast(`No connection for ${Math.floor((performance.now() - heard_ms) / 1000)}\u00a0s`, 0);
}

function show(html) {
  Idiomorph.morph(live, html, { morphStyle: "innerHTML" });
  const words = [...live.querySelectorAll("[data-aloud]")].map((part) => part.textContent).join(" ");
  const line = document.getElementById("aloud");
  if (says(line, words)) return;
  if (line.textContent) { // hands are busy: the phone says that it goes on, and shows where
    buzz(40);
    scrollTo(0, 0);
  }
  put(line, words);
}
