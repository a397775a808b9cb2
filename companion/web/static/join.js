// Takes a seat: redeems a link's secret, or knocks and waits to be let in.
import { tell, post, toast } from "./post.js";

const ASK_MS = 2000;
let waiting = 0;

const secret = new URLSearchParams(location.hash.slice(1)).get("t");
if (secret) redeem(secret);

document.addEventListener("click", (event) => {
  const seat = event.target.closest("[data-knock]");
  if (seat) knock(Number(seat.dataset.knock));
  if (event.target.closest("#knock-again")) showWaiting("");
});
document.addEventListener("table:let_in", look);

// The secret leaves the address bar before anything else happens.
async function redeem(t) {
  history.replaceState(null, "", location.pathname);
  const reply = await post("/api/redeem", { t }).catch(() => null);
  if (reply?.ok) enter(reply.reply.role);
  else toast(reply?.reply.say || "This link was used already. Tap your name instead.");
}

async function knock(seat) {
  const reply = await tell("/api/knock", { seat });
  if (reply) showWaiting(reply.words);
}

function showWaiting(words) {
  document.getElementById("knock-words").textContent = words;
  document.getElementById("waiting").hidden = !words;
  document.getElementById("live").hidden = Boolean(words);
  clearInterval(waiting);
  if (words) waiting = setInterval(look, ASK_MS);
}

async function look() {
  const answer = await fetch("/api/whoami", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) enter((await answer.json()).role);
}

function enter(role) {
  if (role === "seat") location.replace("/seat");
  if (role === "referee") location.replace("/referee");
}
