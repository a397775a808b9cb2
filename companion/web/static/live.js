// Keeps the page as the table is: one EventSource, morphed in; tells other modules by DOM events.
// It draws nothing of its own and knows no game.
import { put, says } from "./line.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const STALE_MS = 2000; // the server beats every second: two missed is too old to trust
const POLL_MS = 1500; // less than stale: a page that asks and is told is live
const REOPEN_MS = 15_000;
const LOOK_MS = 500;
const PATIENCE_MS = 1500; // a question that the network swallowed is asked again
const PASSED_ON = ["felt", "calls", "called", "hush", "sign", "let_in", "hand"];

const live = document.getElementById("live");
const page = live.dataset.live;
let source = null;
let polling = 0;
let reopening = 0;
let asking = false;
let heard_ms = performance.now();
let seq = Number(live.dataset.seq);

live.dataset.begun = "";
open();
setInterval(look, LOOK_MS);
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
document.addEventListener("table:uncovered", tellAloud);
document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));

function open() {
  close();
  source = new EventSource(`/api/events?page=${page}`);
  source.addEventListener("state", (event) => { heard(); show(JSON.parse(event.data)); });
  source.addEventListener("beat", (event) => { heard(); say("beat", JSON.parse(event.data)); });
  for (const name of PASSED_ON) {
    source.addEventListener(name, (event) => { heard(); say(name, JSON.parse(event.data)); });
  }
  source.onopen = () => { seq = 0; }; // a table that was started anew may count from another number
  source.onerror = () => { if (source?.readyState === EventSource.CLOSED) poll(); };
}

function close() {
  source?.close();
  source = null;
  clearInterval(polling);
  clearTimeout(reopening);
  polling = reopening = 0;
}

function wake() {
  open();
  refetch();
}

// The server has no stream left for us (503): ask for the page now and then, and try again later.
function poll() {
  close();
  refetch();
  polling = setInterval(refetch, POLL_MS);
  reopening = setTimeout(open, REOPEN_MS);
}

// Resolves to whether the table answered.
async function refetch() {
  try {
    const answer = await fetch(`/api/fragment?page=${page}`, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE_MS) });
    if (answer.status === 403) location.reload(); // put out: the page says why
    if (!answer.ok) return false;
    heard();
    show(await answer.json());
    return true;
  } catch { return false; } // the corner says how old the page is
}

// A stream may die without a word: the network went, or the machine slept with the page in sight. Whoever is
// stale asks until there is an answer, and then listens anew.
async function look() {
  showAge();
  if (document.hidden || polling || asking || !isStale()) return;
  asking = true;
  if (await refetch() && !document.hidden && !polling) open();
  asking = false;
}

function isStale() {
  return performance.now() - heard_ms > STALE_MS;
}

function show(state) {
  if (state.seq < seq) return; // a slow refetch overtaken by the stream
  seq = state.seq;
  const focused = live.contains(document.activeElement) ? document.activeElement : null;
  const meant = focused && purpose(focused);
  Idiomorph.morph(live, state.html, { morphStyle: "innerHTML", callbacks: { beforeNodeMorphed: keep, beforeAttributeUpdated: keepsPlace } });
  live.dataset.shown = seq;
  if (focused && (document.activeElement !== focused || purpose(focused) !== meant)) refocus();
  requestAnimationFrame(() => setTimeout(tellAloud)); // asked before it is drawn, a page is laid out twice
  say("state", state);
}

// What a button answers: one that now answers something else must not take the next Enter.
function purpose({ dataset }) {
  return dataset.ask || dataset.letIn ? [dataset.ask, dataset.key, dataset.picks, dataset.pick, dataset.letIn].join() : "";
}

// The button in focus is gone: the next Tab leads into the newest question, or the page from its top.
function refocus() {
  if (document.activeElement !== document.body && document.activeElement.id) return; // it came back by its id
  const place = live.querySelector("[data-question]") ?? live.querySelector("h1") ?? live;
  place.tabIndex = -1;
  place.focus();
}

// A place that only this page made fit for focus stays so while it has it.
function keepsPlace(name, element) {
  return name !== "tabindex" || element !== document.activeElement;
}

// What a screen reader says by itself: the newest sentence, then the question, and nothing that the page hides. Drawn
// parts come and go, and only a line that stays is heard.
function tellAloud() {
  const line = document.getElementById("aloud");
  const shown = (part) => [...live.querySelectorAll(part)].filter(isShown);
  const words = ["[data-said]", "[data-asked]"].map((part) => shown(part).pop()?.textContent);
  const told = words.filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
  if (line) put(line, told);
}

// What lies in a closed drawer is heard all the same. Who asks where it lies has all laid out that is in there.
function isShown(one) {
  const place = one.closest("details:not([open]) > :not(summary)")?.parentElement ?? one;
  return place.getClientRects().length > 0;
}

// What a person has opened, ticked or typed is theirs; what a module owns stays as it is.
function keep(old, fresh) {
  if (!(old instanceof Element) || !(fresh instanceof Element)) return true;
  if (old.isEqualNode(fresh)) return false; // most of a page is as it was: that halves the work
  if (old.hasAttribute("data-keep") && old.id === fresh.id) return false;
  if (old.id !== fresh.id) return true;
  if (old.tagName === "DETAILS") fresh.open = old.open;
  if (old.matches("input[type=checkbox], input[type=radio]") && old.dataset.draft === fresh.dataset.draft) {
    fresh.toggleAttribute("checked", old.checked);
  }
  if (old.matches("input[type=text], input[type=range]") && old === document.activeElement) return false;
  if (old.hasAttribute("data-confirm")) return old.dataset.ask !== fresh.dataset.ask;
  return true;
}

function heard() {
  heard_ms = performance.now();
  showAge();
}

function showAge() {
  const age_ms = performance.now() - heard_ms;
  const stale = age_ms > STALE_MS;
  const words = stale ? `No connection for ${Math.floor(age_ms / 1000)}\u00a0s` : "live";
  for (const corner of document.querySelectorAll(".alive")) {
    if (says(corner, words)) continue;
    corner.dataset.state = stale ? "stale" : "live";
    corner.setAttribute("aria-live", stale && age_ms > STALE_MS + 1000 ? "off" : "polite"); // say it once
    put(corner, words);
  }
}

function say(name, detail) {
  document.dispatchEvent(new CustomEvent(`table:${name}`, { detail }));
}
