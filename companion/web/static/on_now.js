// A page that is read beside the table, left open: once another game is on, its head has the way to it.
import { unlessItHangs } from "./post.js";

const LOOK_MS = 10_000;
const HOMES = { seat: "/seat", referee: "/referee", table: "/tabletop" };
const line = document.getElementById("on-now");
let known = null; // the game that was on when this page came, or 0

look();
setInterval(look, LOOK_MS);
document.addEventListener("visibilitychange", look);

async function look() {
  if (document.hidden) return;
  const answer = await fetch("/api/state", { cache: "no-store", signal: unlessItHangs() }).catch(() => null);
  const state = answer?.ok && await answer.json().catch(() => null);
  if (!state) return;
  const on = numberOf(state.game, state.view);
  known ??= on;
  show(on && on !== known ? homeOf(state.you, state.view) : "");
}

// A referee who plays by phone, too, has a hand of cards there.
function homeOf(you, view) {
  return view.phones && you.seat !== null ? HOMES.seat : HOMES[you.role] ?? "/";
}

function numberOf(game, view) {
  return game && !view.over ? game.id : 0;
}

function show(home) {
  if (!home) line.replaceChildren();
  if (!home || line.firstChild) return;
  const link = document.createElement("a");
  Object.assign(link, { href: home, textContent: "A game is on: back to it" });
  line.append(link);
}
