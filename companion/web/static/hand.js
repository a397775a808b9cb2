// My hand at a demo: fetched for this phone alone whenever cards moved; a tap says which goes next.
import { buzz } from "./buzz.js";
import { inTurn, post, toast } from "./post.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const AGAIN_MS = 400; // a lively table changes many times a second
let soon = 0;
let had = false; // four of a kind, which this phone has told already

document.addEventListener("table:hand", look);
document.addEventListener("table:state", () => { soon ||= setTimeout(look, AGAIN_MS); });
document.addEventListener("click", (event) => {
  const card = event.target.closest?.("[data-card]");
  if (card) tap(Number(card.dataset.card), Number(card.dataset.turn));
  else if (event.target.closest?.("[data-sit]")) tap(0, 0);
});
look();

async function look() {
  clearTimeout(soon);
  soon = 0;
  const place = document.getElementById("hand");
  if (!place) return;
  const answer = await fetch("/api/hand", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { html, four } = await answer.json();
  Idiomorph.morph(place, html, { morphStyle: "innerHTML" });
  if (four && !had) buzz([40, 40, 40, 40, 120]);
  had = four;
}

async function tap(card, turn) {
  buzz(15);
  const told = await inTurn(() => post("/api/hand", { card, turn })).catch(() => null);
  if (!told) toast("Not sent: is the Wi-Fi on? Try once more.");
  else if (turn && told.reply.say) toast(told.reply.say, 1500);
  look();
}
