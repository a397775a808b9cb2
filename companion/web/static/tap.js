// Turns taps into answers: each tap is told until the table has heard it, and counts once.
import { buzz } from "./buzz.js";
import { nonce, post, tell, toast } from "./post.js";

const RETRY_MS = [400, 800, 1600, 3000, 5000];
const pending = new Map(); // what is being told -> its nonce

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  if (button.dataset.ask) answer(button);
  else if (button.dataset.undo) tell("/api/undo", { tell: nonce(), of: Number(button.dataset.undo) }).then(kindly);
  else if (button.dataset.redo) tell("/api/redo", { tell: nonce(), of: Number(button.dataset.redo) }).then(kindly);
});
document.addEventListener("change", (event) => {
  const form = event.target.closest("fieldset[data-form]");
  if (form) look(form);
});
document.addEventListener("table:state", lookAll);
lookAll();
wakeGently();

function answer(button) {
  const form = button.hasAttribute("data-confirm") ? button.closest("fieldset[data-form]") : null;
  const picks = form ? gather(form) : JSON.parse(button.dataset.picks || "{}");
  if (picks === null) return;
  const told = { ask: button.dataset.ask, key: button.dataset.key, picks };
  const same = JSON.stringify(told);
  if (pending.has(same)) return; // already on its way
  pending.set(same, nonce());
  button.setAttribute("aria-busy", "true");
  buzz(15);
  send(same, { tell: pending.get(same), ...told }, button, 0);
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

/** The picks of a form as {field: value or [values]}, or null while something is missing. */
function gather(form) {
  const picks = JSON.parse(form.dataset.form);
  for (const field of form.querySelectorAll("[data-field]")) {
    const values = [...field.querySelectorAll("input:checked")].map((input) => JSON.parse(input.value));
    if (values.length < Number(field.dataset.least) || values.length > Number(field.dataset.most)) return null;
    picks[field.dataset.field] = field.dataset.many === "1" ? values : values[0] ?? null;
  }
  return picks;
}

// The confirm button says what it will do.
function look(form) {
  const button = form.querySelector("[data-confirm]");
  const names = [...form.querySelectorAll("input:checked")].map((input) => input.dataset.name);
  button.disabled = gather(form) === null;
  button.textContent = names.length ? `${button.dataset.label}: ${spoken(names)}` : button.dataset.label;
}

function lookAll() {
  document.querySelectorAll("fieldset[data-form]").forEach(look);
}

function spoken(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
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
