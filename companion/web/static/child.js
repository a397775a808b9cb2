// Reads a question to whoever cannot: its words, then each answer, which is lit while it is heard.
const voice = window.speechSynthesis;

const lit = new Set(); // answers that are heard now: a new picture of the question leaves them lit

if (voice) document.documentElement.dataset.voice = "";
document.addEventListener("click", (event) => { if (event.target.closest("[data-read]")) read(); });
document.addEventListener("click", none);
document.addEventListener("table:turn", hush);
document.addEventListener("table:state", showNone);
document.addEventListener("table:state", () => { for (const answer of lit) light(answer, true); });

let deal = ""; // in which this child has said to have none: what is asked next stands in its place

function none({ target }) {
  if (target.closest("[data-none]")) deal = dealNow();
  else if (target.closest("[data-none-undo]")) deal = "";
  showNone();
}

function showNone() {
  document.documentElement.dataset.hasNone = deal && deal === dealNow() ? "1" : "";
}

function dealNow() {
  return document.querySelector(".child")?.dataset.deal ?? "";
}

function read() {
  hush();
  const question = [...document.querySelectorAll(".child .card")].find(isShown);
  if (!question) return;
  say(question.querySelector("h2").textContent);
  for (const answer of question.querySelectorAll("button, label, summary")) {
    if (isShown(answer) && !answer.disabled) say(words(answer), answer);
  }
}

function isShown(part) {
  return part.getClientRects().length > 0;
}

function words(answer) {
  const named = answer.querySelector("input")?.getAttribute("aria-label") ?? answer.getAttribute("aria-label");
  const copy = answer.cloneNode(true);
  for (const drawn of copy.querySelectorAll("[aria-hidden=true]")) drawn.remove();
  return (named ?? copy.textContent).replace(/\s+/g, " ").trim();
}

function say(text, answer) {
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = "en";
  if (answer) {
    spoken.onstart = () => { light(answer, true); };
    spoken.onend = spoken.onerror = () => { light(answer, false); };
  }
  voice.speak(spoken);
}

function light(answer, isHeard) {
  if (isHeard) lit.add(answer);
  else lit.delete(answer);
  answer.classList.toggle("heard", isHeard);
}

function hush() {
  voice?.cancel();
}
