// Turns taps into answers: each is told in its turn until the table has heard it, and counts once.
import { buzz } from "./buzz.js";
import { lookAll, told, watchForms } from "./picks.js";
import { nonce, tell, tellInTurn, toast } from "./post.js";

const pending = new Set(); // what is being told

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  if (button.dataset.ask) answer(button);
  else if (button.dataset.review) tellInTurn("/api/review", { on: button.dataset.review === "1" }).then(({ reply }) => kindly(reply)).then(() => scrollTo(0, 0));
  else if (button.dataset.pause) tell("/api/caller", { paused: button.dataset.pause === "1" });
  else if (button.dataset.undo) turnBack("undo", Number(button.dataset.undo));
  else if (button.dataset.redo) turnBack("redo", Number(button.dataset.redo));
});
document.addEventListener("table:state", lookAll);
watchForms();

async function answer(button) {
  const answered = told(button);
  if (!answered) return;
  const same = JSON.stringify(answered);
  if (pending.has(same)) return; // already on its way
  pending.add(same);
  button.setAttribute("aria-busy", "true");
  buzz(15);
  const { reply } = await tellInTurn("/api/answer", { tell: nonce(), ...answered });
  pending.delete(same);
  button.removeAttribute("aria-busy");
  kindly(reply);
}

async function turnBack(way, of) {
  const same = `${way} ${of}`;
  if (pending.has(same)) return;
  pending.add(same);
  const { reply } = await tellInTurn(`/api/${way}`, { tell: nonce(), of });
  pending.delete(same);
  kindly(reply);
}

function kindly(reply) {
  toast(reply && reply.reply !== "counts" ? reply.say || "" : "");
}
