// Everybody the house knows: renamed, merged and forgotten, each after a question that says what goes.
import { tell, toast } from "./post.js";

const READ_MS = 6000;

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const { rename, merge, name } = event.target.dataset;
  if (rename) send("/api/rename", { person: Number(rename), name: event.target.elements.name.value });
  else if (merge) askToMerge(Number(merge), name, event.target.elements.into);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { forget, name, own, file, plain, of, poster } = button.dataset;
  if (forget) askToForget(Number(forget), name, own !== undefined);
  else if (plain) send("/api/plain_name", { of, id: plain }, button);
  else if (poster) send("/api/drop_poster", { when: Number(poster) }, button);
  else if (file) send("/api/drop_file", { file }, button);
});

function askToForget(person, name, own) {
  const asked = document.getElementById("forget");
  asked.querySelector("[data-own]").hidden = !own;
  ask(asked, { who: name }, (yes) => send("/api/forget", { person, sure: true }, yes));
}

function askToMerge(person, name, others) {
  const words = { who: name, into: others.selectedOptions[0].textContent };
  ask(document.getElementById("merge"), words, (yes) => send("/api/merge", { person, into: Number(others.value), sure: true }, yes));
}

function ask(dialog, words, agreed) {
  for (const [word, text] of Object.entries(words)) {
    dialog.querySelectorAll(`[data-${word}]`).forEach((part) => { part.textContent = text; });
  }
  const yes = dialog.querySelector("[data-yes]");
  dialog.querySelector("[data-no]").onclick = () => dialog.close();
  yes.onclick = () => agreed(yes);
  yes.disabled = false;
  dialog.showModal();
}

async function send(url, body, button) {
  if (button) button.disabled = true;
  const heard = await tell(url, body);
  if (button) button.disabled = false;
  if (!heard) return document.querySelector("dialog[open]")?.close();
  toast(heard.say || "");
  setTimeout(() => location.reload(), heard.say ? READ_MS : 0);
}
