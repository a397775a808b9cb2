// Follows who comes in while a page that is not live is open: hands over the page as it would be by now.
import { order } from "./order.js";

const SOON_MS = 200; // several who come at once are one look
const POLL_MS = 3000; // where the table has no stream left for us
const DEAD_MS = 5000; // the server beats every second: a stream may die without a word
const asking = order();
let source = null;
let polling = 0;
let heard_ms = 0;
let soon = 0;

/** Calls `meet` with this page, drawn anew, whenever somebody comes, goes or is called otherwise. */
export function follow(meet) {
  const look = () => { soon ||= setTimeout(() => { soon = 0; fetched(meet); }, SOON_MS); };
  listen(look);
  setInterval(() => { if (source && performance.now() - heard_ms > DEAD_MS) listen(look); }, POLL_MS);
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : listen(look)));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

function listen(look) {
  close();
  heard();
  source = new EventSource("/api/events?page=join"); // the shortest page: its events alone are wanted
  source.addEventListener("let_in", look);
  source.addEventListener("beat", heard);
  source.onopen = look; // somebody may have come before it listened, or while it was cut off
  source.onerror = () => { if (source?.readyState === EventSource.CLOSED) poll(look); };
}

function poll(look) {
  close();
  look();
  polling = setInterval(look, POLL_MS);
}

function close() {
  source?.close();
  source = null;
  clearInterval(polling);
}

function heard() {
  heard_ms = performance.now();
}

async function fetched(meet) {
  const stands = asking();
  const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 403) return location.reload(); // put out meanwhile: it says so, and what helps
  const text = await answer?.text().catch(() => null); // read in any case, or its line is held
  if (answer?.ok && text && stands()) meet(new DOMParser().parseFromString(text, "text/html"));
}
