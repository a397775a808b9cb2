// The scrubber: fetches the moment under the thumb and morphs it in; every step is a link as well.
import { unlessItHangs } from "./post.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const live = document.getElementById("live");
const without = new URLSearchParams(location.search).get("without");
let wanted = null;
let busy = false;
let playing = 0; // the next step of a replay that plays

const STEP_MS = 1200; // long enough to read a sentence

document.addEventListener("input", (event) => {
  if (event.target.id !== "again-at") return;
  rest();
  go(event.target.value);
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#again-play")) return playing ? rest() : play();
  const link = event.target.closest("a[data-at], #again-back, #again-on");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  rest();
  go(new URL(link.href).searchParams.get("at"));
});

// From here to the end, one moment after another; at the end from the beginning.
function play() {
  const { value, max } = document.getElementById("again-at");
  go(Number(value) < Number(max) ? Number(value) + 1 : 0);
  playing = setTimeout(onward, STEP_MS);
  showPlay();
}

function onward() {
  const { value, max } = document.getElementById("again-at");
  if (Number(value) >= Number(max)) return rest();
  if (!busy) go(Number(value) + 1);
  playing = setTimeout(onward, STEP_MS);
}

function rest() {
  clearTimeout(playing);
  playing = 0;
  showPlay();
}

function showPlay() {
  document.getElementById("again-play").textContent = playing ? "❚❚ Stop" : "▶ Play";
}

function go(at) {
  wanted = at;
  if (!busy) fetchWanted();
}

// One at a time: a thumb that runs ahead gets the newest moment, not all of them.
async function fetchWanted() {
  busy = true;
  while (wanted !== null) {
    const at = wanted;
    wanted = null;
    const query = `at=${at}${without ? `&without=${without}` : ""}`;
    const answer = await fetch(`/api/replay/${live.dataset.replay}?${query}`, { signal: unlessItHangs() }).catch(() => null);
    const told = answer?.ok && await answer.json().catch(() => null);
    if (told) show(told, query);
  }
  busy = false;
}

function show({ html }, query) {
  history.replaceState(null, "", `?${query}`);
  Idiomorph.morph(live, html, { morphStyle: "innerHTML", ignoreActiveValue: true });
  showPlay();
}
