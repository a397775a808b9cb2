// A phone whose turn it is stirs, once: it shakes, and rings where its sound is on. All others keep still.
// Whose turn it is says the page: the questions of `data-turn` are this phone's own.
import { buzz } from "./buzz.js";

const SHAKE = [60, 50, 60];
let known = asked();

document.addEventListener("table:state", () => {
  const now = asked();
  const fresh = now.some((id) => !known.includes(id));
  known = now;
  if (!fresh) return;
  document.dispatchEvent(new CustomEvent("table:turn"));
  buzz(SHAKE);
});

function asked() {
  return document.querySelector("[data-turn]")?.dataset.turn.split(" ").filter(Boolean) ?? [];
}
