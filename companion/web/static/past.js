// Fills the page of past games while some are still being counted.
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const AGAIN_MS = 1000;
const live = document.getElementById("live");

setTimeout(look, AGAIN_MS);

async function look() {
  const answer = await fetch("/history").catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    Idiomorph.morph(live, page.getElementById("live").innerHTML, { morphStyle: "innerHTML" });
  }
  if (live.querySelector("[data-counting]")) setTimeout(look, AGAIN_MS);
}
