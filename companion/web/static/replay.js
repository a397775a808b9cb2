// The scrubber: fetches the moment under the thumb and morphs it in; every step is a link as well.
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const live = document.getElementById("live");
const without = new URLSearchParams(location.search).get("without");
let wanted = null;
let busy = false;

document.addEventListener("input", (event) => {
  if (event.target.id === "again-at") go(event.target.value);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-at], #again-back, #again-on");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(new URL(link.href).searchParams.get("at"));
});

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
    const answer = await fetch(`/api/replay/${live.dataset.replay}?${query}`).catch(() => null);
    if (answer?.ok) show(await answer.json(), query);
  }
  busy = false;
}

function show({ html }, query) {
  history.replaceState(null, "", `?${query}`);
  Idiomorph.morph(live, html, { morphStyle: "innerHTML", ignoreActiveValue: true });
}
