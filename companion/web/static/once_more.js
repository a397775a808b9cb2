// A wall with room for it plays once more, slowly, how a game was won, and then says what comes next.
// Knows no game: the table draws the pictures, and says how long each stays.
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const CHEER_MS = 3000; // the room is loud first
const SLOW_MS = 900; // in which what is new comes into sight
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let known = place()?.id; // a page that is opened later tells what is so, and plays nothing

document.addEventListener("table:state", () => {
  const at = place();
  if (at && at.id !== known && at.getClientRects().length) setTimeout(play, CHEER_MS, at);
  known = at?.id;
});

// Whoever takes the win back, or begins another game, takes the place away, and the pictures with it.
async function play(at) {
  if (!at.isConnected) return;
  const answer = await fetch(`/api/replay/${at.dataset.game}/decided`).catch(() => null);
  const { stills } = answer?.ok ? await answer.json() : { stills: [] };
  next(at, stills);
}

function next(at, stills) {
  if (!at.isConnected) return;
  const still = stills.shift();
  if (!still) return at.replaceChildren();
  Idiomorph.morph(at, still.html, { morphStyle: "innerHTML", callbacks: { afterNodeAdded: comes } });
  setTimeout(next, still.ms, at, stills);
}

function comes(part) {
  if (!calm.matches) part.animate?.([{ opacity: 0 }, { opacity: 1 }], SLOW_MS);
}

function place() {
  return document.querySelector(".once-more");
}
