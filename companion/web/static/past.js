// Fills the page of past games while some are still being counted.
import { unlessItHangs } from "./post.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const AGAIN_MS = 1000;
const live = document.getElementById("live");

setTimeout(look, AGAIN_MS);

async function look() {
  const answer = await fetch("/history", { signal: unlessItHangs() }).catch(() => null);
  const text = await answer?.text().catch(() => null); // read in any case, or its line is held
  if (answer?.ok && text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    Idiomorph.morph(live, page.getElementById("live").innerHTML, { morphStyle: "innerHTML" });
  }
  if (live.querySelector("[data-counting]")) setTimeout(look, AGAIN_MS);
}
