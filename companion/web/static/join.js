// Takes a seat: redeems a link's secret, or knocks and waits to be let in.
import { arrive, FORGETS, PAGES, say } from "./arrive.js";
import { put } from "./line.js";
import { order } from "./order.js";
import { nonce, tell, tellInTurn, toast } from "./post.js";

const ASK_MS = 2000;
const OFTEN_MS = 400; // a lively game draws the page anew many times a second
const UNHEARD = "joining";
const SORRY = {
  no: "Not this time: the referee said no. Ask at the table, then try again.",
  gone: "Nobody answered. Ask at the table, then try again.",
};
const part = (id) => document.getElementById(id);
const numbered = order(); // what is asked of this phone's knock, and the knock
let entered = false;
let asking = 0;
let soon = 0;
let seat = true; // whether it was a seat that this phone asked for
let known = false; // whether this phone was known again since
let knocking = false; // two taps are one knock: a second would lose what became of the first

const carried = new URLSearchParams(location.hash.slice(1));
if (carried.get("t")) redeem(carried.get("t"));
else if (carried.get("p")) comeIn(carried.get("p").split(".").map(Number));
else look();

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.knock !== undefined) knock({ seat: Number(button.dataset.knock) });
  if (button.dataset.knockIn !== undefined) knock({ role: "seat" });
  if (button.dataset.knockReferee !== undefined) knock({ role: "referee" });
  if (button.dataset.knockWall !== undefined) knock({ role: "wall" });
  if (button.dataset.knockTable !== undefined) knock({ role: "table" }, button.dataset.knockTable === "referee");
  if (button.id === "knock-again") stopWaiting("");
});
document.addEventListener("table:let_in", look); // also who went back is let in
document.addEventListener("table:state", () => {
  if (!asking || soon) return;
  soon = setTimeout(() => { soon = 0; look(); }, OFTEN_MS);
});

// The secret leaves the address bar before anything else happens.
async function redeem(t) {
  history.replaceState(null, "", location.pathname);
  const { ok, reply } = await tellInTurn("/api/redeem", { t, tell: unheard() });
  try { localStorage.removeItem(UNHEARD); } catch { /* a private window keeps nothing anyway */ }
  if (ok) arrive(pageOf(reply.role));
  else toast(reply.say || "This link was used already. Tap your name instead.");
}

// The same at each scan until the table was heard: a link whose answer was lost is this phone's still.
function unheard() {
  try {
    const kept = localStorage.getItem(UNHEARD) || nonce();
    localStorage.setItem(UNHEARD, kept);
    return kept;
  } catch { return nonce(); }
}

// The wall's code has its pictures in it, as they were when it was scanned.
async function comeIn(pictures) {
  history.replaceState(null, "", location.pathname);
  if (await tell("/api/enter", { pictures })) arrive(PAGES.seat);
  else look();
}

// Whose own phone leads asks nobody else: it says yes to itself.
async function knock(asked, leads = false) {
  if (knocking) return;
  knocking = true;
  const stands = numbered();
  const reply = await tell("/api/knock", asked);
  if (reply && leads) await tell("/api/let_in", { knock: reply.knock, yes: true });
  knocking = false;
  if (!reply) return;
  if (stands()) showWaiting(reply); // what was asked before says nothing of it
  look(); // who was let in at once heard of it before the reply
}

// What the phone shows while it waits: its words, and who lets it in.
function showWaiting({ words, role_asked: asked }) {
  put(part("knock-words"), words);
  const [coat, beast] = words.split(" ");
  part("knock-guest").dataset.coat = coat;
  part("knock-guest").firstElementChild.setAttribute("href", `#guest-${beast}`);
  seat = asked === "seat";
  for (const how of part("waiting").querySelectorAll("[id^=how-]")) how.hidden = how.id !== `how-${asked}`;
  part("answered").hidden = true;
  part("waiting").hidden = false;
  part("live").hidden = true;
  asking ||= setInterval(look, ASK_MS);
}

function stopWaiting(words) {
  clearInterval(asking);
  asking = 0;
  part("waiting").hidden = true;
  part("live").hidden = false;
  say(words);
}

async function look() {
  const stands = numbered();
  const answer = await fetch("/api/knock", { cache: "no-store" }).catch(() => null);
  const told = answer?.ok && await answer.json().catch(() => null);
  if (!told || !stands()) return;
  const waited = asking || told.state !== "none";
  known ||= told.state !== "none";
  if (told.state === "waiting") showWaiting(told);
  else if (told.state === "in" || (told.state === "none" && asking && told.role !== "nobody")) enter(told.role);
  else if (waited) stopWaiting(known ? sorry(told.state) : FORGETS);
}

// A demo has words of its own for a seat that is taken: no referee said no.
function sorry(state) {
  return (seat && part("answered").dataset[state]) || SORRY[state] || "";
}

// One answer may come twice, by the clock and by the stream: a second going would break off the first.
function enter(role) {
  if (!PAGES[role] || entered) return;
  entered = true;
  clearInterval(asking);
  location.replace(pageOf(role));
}

function pageOf(role) {
  return (role === "referee" && part("live").dataset.referee) || PAGES[role];
}
