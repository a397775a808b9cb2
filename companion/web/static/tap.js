// Turns taps into answers: each tap is told until the table has heard it, and counts once.
import { buzz } from "./buzz.js";
import { lookAll, told, watchForms } from "./picks.js";
import { nonce, post, tell, toast } from "./post.js";

const RETRY_MS = [400, 800, 1600, 3000, 5000];
const pending = new Map(); // what is being told -> its nonce

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  if (button.dataset.ask) answer(button);
  else if (button.dataset.review) tell("/api/review", { on: button.dataset.review === "1" }).then(kindly).then(() => scrollTo(0, 0));
  else if (button.dataset.undo) tell("/api/undo", { tell: nonce(), of: Number(button.dataset.undo) }).then(kindly);
  else if (button.dataset.redo) tell("/api/redo", { tell: nonce(), of: Number(button.dataset.redo) }).then(kindly);
});
document.addEventListener("table:state", lookAll);
watchForms();
wakeGently();

function answer(button) {
  const answered = told(button);
  if (!answered) return;
  const same = JSON.stringify(answered);
  if (pending.has(same)) return; // already on its way
  pending.set(same, nonce());
  button.setAttribute("aria-busy", "true");
  buzz(15);
  send(same, { tell: pending.get(same), ...answered }, button, 0);
}

async function send(same, body, button, tries) {
  try {
    const { status, reply } = await post("/api/answer", body);
    if (status >= 500) throw new Error("busy");
    pending.delete(same);
    button.removeAttribute("aria-busy");
    kindly(reply);
  } catch {
    toast("Not sent yet…", 0);
    setTimeout(() => send(same, body, button, tries + 1), RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
  }
}

function kindly(reply) {
  toast(reply && reply.reply !== "counts" ? reply.say || "" : "");
}

// A phone that is asked something new stirs a little.
function wakeGently() {
  let asked = document.querySelector("[data-question]")?.dataset.question ?? "";
  document.addEventListener("table:state", () => {
    const now = document.querySelector("[data-question]")?.dataset.question ?? "";
    if (now && now !== asked) {
      buzz([60, 50, 60]);
      document.dispatchEvent(new CustomEvent("table:sign", { detail: { name: "question", at_us: 0 } }));
    }
    asked = now;
  });
}
