// A new game: which, how much it does where that can be chosen, who, in what order, start. Those whose phones are in, or who have just
// played, need no more than the first two.
import { follow } from "./coming.js";
import { postOnce, toast } from "./post.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const page = document.getElementById("live");
const ends = document.getElementById("ends"); // asks whether the game that is on may end
const steps = [...document.querySelectorAll(".step")];
const faces = document.getElementById("faces");
const order = document.getElementById("order");
const [WHICH, MUCH, WHO, ORDER] = steps.keys();
const ENDS = 409; // a game is on, and nobody has said that it may end
const SHORT = 9; // letters of a name that is whole everywhere
const TURNS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u; // right to left
let game = null;
let here = ticked([...faces.children]); // who plays where no hand has chosen, and no game is for fewer
let playing = [...here];
let same = page.dataset.same !== undefined; // who is here plays, with one tap
let touched = false; // whether a hand has chosen who plays
let inQuestion = 0; // the number of the game of which `ends` asks

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.game ?? button.dataset.boxless ?? button.dataset.phones) choose(button);
  else if (button.dataset.person) toggle(button.dataset.person);
  else if (button.dataset.effort) decide(button);
  else if (button.hasAttribute("data-next")) go(ORDER);
  else if (button.hasAttribute("data-back")) back();
  else if (button.dataset.move) move(button);
  else if (button.id === "start") start(button);
  else if (button.hasAttribute("data-choose")) chooseAll();
  else if (button.hasAttribute("data-stay")) ends.close();
  else if (button.hasAttribute("data-ends")) start(button, true);
});
document.getElementById("add").addEventListener("submit", add);
order.addEventListener("pointerdown", grip);
follow(meet);
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-variant]")) showWays();
  if (target.matches("[data-unboxed] [data-option]")) name(target);
});

// What is chosen, wherever it is drawn or said.
function name(field) {
  const { short } = field.selectedOptions[0].dataset;
  const of = field.dataset.option;
  document.querySelectorAll(`[data-short-of="${of}"]`).forEach((part) => { part.textContent = short; });
  document.querySelectorAll(`[data-word-of="${of}"]`).forEach((part) => { part.textContent = field.value; });
}

function current() {
  return steps.findIndex((step) => !step.hidden);
}

function go(number) {
  steps.forEach((step, at) => { step.hidden = at !== number; });
  document.querySelectorAll(".steps li").forEach((dot, at) => dot.classList.toggle("on", at <= number));
  if (number === ORDER) drawOrder();
  scrollTo(0, 0);
  page.focus({ preventScroll: true });
}

function back() {
  const before = current() - 1;
  go(before === MUCH && !game.way ? WHICH : before);
}

function chooseAll() {
  same = false;
  touched = true;
  for (const id of ["same", "others"]) document.getElementById(id).hidden = true;
}

function choose(button) {
  const { boxless, phones, with: usual, only, least, most, few, enough, never, sides } = button.dataset;
  const kind = button.dataset.game ?? boxless ?? phones;
  if (!touched) playing = [...here];
  const all = playing.length;
  const efforts = document.querySelector(`[data-efforts="${kind}"]`);
  const way = efforts?.querySelector("[data-effort]").dataset.effort; // of these the first, until one is tapped
  game = { kind, way, only, boxless: JSON.parse(usual ?? "null"), phones: phones !== undefined, least: Number(least), most: Number(most), few, enough: Number(enough), never: JSON.parse(never), sides: JSON.parse(sides) };
  playing = playing.filter(hasPhone).slice(0, game.most);
  document.querySelectorAll("[data-options]").forEach((part) => { part.hidden = part.dataset.options !== kind; });
  document.querySelectorAll("[data-own]").forEach((part) => { part.hidden = part.dataset.own !== kind; });
  document.querySelectorAll("[data-unboxed]").forEach((part) => { part.hidden = !game.boxless || phones !== undefined; });
  document.querySelectorAll("[data-phoned]").forEach((part) => { part.hidden = phones === undefined; });
  document.querySelectorAll(`[data-options="${kind}"] [data-variant]`).forEach((part) => { part.closest("label").hidden = only !== undefined; });
  document.querySelectorAll("[data-boxed]").forEach((part) => { part.hidden = Boolean(game.boxless); });
  showWays();
  drawFaces();
  game.fits = playing.length === all;
  document.querySelectorAll("[data-efforts]").forEach((part) => { part.hidden = part !== efforts; });
  if (efforts) go(MUCH);
  else people(button);
}

function decide(button) {
  game.way = button.dataset.effort;
  showWays();
  people(button);
}

// A page said already what is played: the game with phones of that name, by whoever is here.
function now(kind) {
  const tile = document.querySelector(`[data-phones="${kind}"]`);
  if (!tile) return;
  choose(tile);
  if (!document.querySelector("[data-next]").disabled) start(tile);
}

// Back does not begin it once more.
function leave(path) {
  if (location.hash) location.replace(path);
  else location.href = path;
}

// Who is here plays at once, where the game is for so many; without a box they first see what they need.
function people(button) {
  const all = same && game.fits && !document.querySelector("[data-next]").disabled;
  if (all && game.boxless) go(ORDER);
  else if (all) {
    drawOrder();
    start(button);
  } else go(WHO);
}

function variant() {
  return game.way ?? game.only ?? document.querySelector(`[data-options="${game.kind}"] [data-variant]`)?.value; // a game with one way of playing has none
}

// What a game asks in one way of playing only.
function showWays() {
  const way = variant();
  document.querySelectorAll(`:is([data-own="${game.kind}"], [data-options="${game.kind}"]) [data-way]`).forEach((part) => { part.hidden = part.dataset.way !== way; });
}

// Where each needs a phone, who shares another one's is not ticked by itself.
function hasPhone(name) {
  return !game?.phones || !faces.querySelector(`[data-shares][data-person="${CSS.escape(name)}"]`);
}

function ticked(some) {
  return some.filter((face) => face.getAttribute("aria-pressed") === "true").map((face) => face.dataset.person);
}

function toggle(name) {
  touched = true;
  if (playing.includes(name)) playing = playing.filter((other) => other !== name);
  else if (playing.length < game.most) playing = [...playing, name];
  drawFaces();
}

function add(event) {
  event.preventDefault();
  const field = document.getElementById("add-name");
  const name = field.value.trim();
  field.value = "";
  if (!name) return;
  const known = [...faces.children].some((face) => face.dataset.person === name);
  if (!known) faces.append(newFace(name));
  if (!playing.includes(name)) toggle(name);
  field.focus();
}

// Who comes in meanwhile plays, who was put out does not; what a hand has chosen of all others stands, and so does the button
// under it.
function meet(fresh) {
  const focused = document.activeElement;
  const now = [...fresh.querySelectorAll("#faces [data-number]")];
  const gone = [...faces.querySelectorAll("[data-number]")].filter((face) => !now.some((one) => one.dataset.number === face.dataset.number));
  for (const face of gone) remove(face);
  for (const face of now) replace(face);
  if (!touched) follows(fresh, now);
  drawFaces();
  if (current() === ORDER && !order.querySelector(".held")) drawOrder();
  if (!focused.getClientRects().length) page.focus({ preventScroll: true }); // it is gone, or hidden
}

function follows(fresh, now) {
  here = ticked(now);
  playing = here.filter(hasPhone).slice(0, game?.most);
  same = fresh.getElementById("live").dataset.same !== undefined;
  for (const id of ["same", "next", "others"]) Idiomorph.morph(document.getElementById(id), fresh.getElementById(id));
}

function remove(face) {
  playing = playing.filter((name) => name !== face.dataset.person);
  face.remove();
}

// One face as it is by now: by its number, or by the name that was typed here before.
function replace(face) {
  const known = [...faces.children];
  const old = known.find((other) => other.dataset.number === face.dataset.number) ?? known.find((other) => other.dataset.person === face.dataset.person);
  const was = old?.dataset.in !== undefined;
  const is = face.dataset.in !== undefined;
  const name = face.dataset.person;
  playing = playing.map((other) => (other === old?.dataset.person ? name : other));
  if (old) Idiomorph.morph(old, face);
  else faces.append(face);
  if (is && !was && !playing.includes(name) && playing.length < (game?.most ?? Infinity)) playing = [...playing, name];
  if (was && !is) playing = playing.filter((other) => other !== name);
}

function newFace(name) {
  const face = document.createElement("button");
  face.type = "button";
  face.className = "button face";
  face.dataset.person = name;
  face.innerHTML = '<svg class="shape" viewBox="0 0 64 64" aria-hidden="true"><use href="#shape-circle"/></svg><span class="name"></span>';
  face.querySelector(".name").textContent = name;
  return face;
}

function drawFaces() {
  for (const face of faces.children) face.setAttribute("aria-pressed", String(playing.includes(face.dataset.person)));
  if (!game) return;
  const next = document.querySelector("[data-next]");
  const missing = game.least - playing.length;
  const never = game.never.includes(playing.length);
  next.disabled = missing > 0 || never;
  next.textContent = never ? `Not ${playing.length}: one more or one less` : missing > 0 ? wanted(missing) : playing.length === 1 ? "This one plays" : `These ${playing.length} play`;
}

// What whoever begins has to do: the first names of a house are written.
function wanted(missing) {
  if (!faces.children.length) return `Write ${missing} names`;
  return playing.length ? `Choose ${missing} more` : `Choose ${missing}`;
}

// Everybody looks as they chose; whoever has not yet gets a look when the game begins.
function lookOf(name) {
  return [...faces.children].find((face) => face.dataset.person === name).querySelector(".shape").cloneNode(true);
}

function drawOrder() {
  const row = document.getElementById("order-row").content.firstElementChild;
  const rows = playing.map((name) => {
    const item = row.cloneNode(true);
    item.id = `row-${name.replaceAll(/\s/g, "_")}`; // morphed by it: a button stays with whose it is
    item.dataset.name = name;
    item.querySelector(".name").textContent = isolated(name);
    item.querySelector("[data-move='-1']").setAttribute("aria-label", `${isolated(name)} up`);
    item.querySelector("[data-move='1']").setAttribute("aria-label", `${isolated(name)} down`);
    item.querySelector(".shape").replaceWith(lookOf(name));
    return item;
  });
  Idiomorph.morph(order, rows, { morphStyle: "innerHTML" });
  drawSides();
  document.querySelectorAll("[data-people]").forEach((part) => { part.hidden = playing.length < Number(part.dataset.people); });
  document.querySelectorAll("[data-besides]").forEach(fit);
}

// So many more than who plays, as long as there is room for them.
function fit(option) {
  option.disabled = option.hidden = playing.length + Number(option.dataset.besides) > game.most;
  if (option.disabled && option.selected) option.parentElement.selectedIndex = 0;
}

// In a game of teams each row wears the mark of its side, and the teams are said in words.
function drawSides() {
  const marks = document.querySelector(`[data-side-marks="${game.kind}"]`);
  const count = game.sides[playing.length];
  const words = document.getElementById("sides");
  const teams = Array.from({ length: count ?? 0 }, (_, side) => playing.filter((_, seat) => seat % count === side));
  words.hidden = !marks || !teams.some((team) => team.length > 1);
  words.textContent = `Partners sit opposite: ${teams.map((team) => team.map(isolated).join(" and ")).join(", ")}.`;
  [...order.children].forEach((item, seat) => {
    item.querySelector("[data-side]")?.remove();
    const mark = count && marks?.content.querySelector(`[data-side="${seat % count}"]`);
    if (mark) item.querySelector(".name").append(mark.cloneNode(true));
  });
}

// As companion/names.py: it turns round nothing beside it, and no line ends inside a short one.
function isolated(name) {
  const isShort = [...name.replaceAll(" ", "")].length <= SHORT;
  const held = isShort ? name.replaceAll(" ", "\u00a0").replaceAll("-", "-\u2060") : name;
  return TURNS.test(name) ? `\u2068${held}\u2069` : held;
}

function reread() {
  playing = [...order.children].map((item) => item.dataset.name);
  touched = true;
  drawSides();
}

function move(button) {
  const item = button.closest("li");
  const up = button.dataset.move === "-1";
  const other = up ? item.previousElementSibling : item.nextElementSibling;
  if (other) up ? other.before(item) : other.after(item);
  reread();
  button.focus();
}

function grip(event) {
  const item = event.target.closest("li");
  if (!item || event.target.closest("button")) return;
  item.setPointerCapture(event.pointerId);
  item.classList.add("held");
  const drag = (to) => {
    const under = [...order.children].find((other) => {
      const box = other.getBoundingClientRect();
      return other !== item && to.clientY > box.top && to.clientY < box.bottom;
    });
    if (!under) return;
    const down = item.compareDocumentPosition(under) & Node.DOCUMENT_POSITION_FOLLOWING;
    down ? item.before(under) : item.after(under); // moving the other keeps the pointer captured
    reread();
  };
  const drop = () => {
    item.classList.remove("held");
    item.removeEventListener("pointermove", drag);
  };
  item.addEventListener("pointermove", drag);
  item.addEventListener("pointerup", drop, { once: true });
  item.addEventListener("pointercancel", drop, { once: true });
}

function value(field) {
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" || "whole" in field.dataset ? Number(field.value) : field.value;
}

// Lists that a game asks for, as objects a row. What stands as it was shown is not told, unless it was told before, or all is.
function lists() {
  const found = [...document.querySelectorAll(`[data-own="${game.kind}"] [data-list]`)];
  return Object.fromEntries(found.map((list) => {
    const all = list.querySelector("[data-all]")?.checked;
    const rows = [...list.querySelectorAll("[data-row]")].filter((row) => all || "kept" in row.dataset || changed(row));
    return [list.dataset.list, rows.map(rowTold)];
  }));
}

function changed(row) {
  return [...row.querySelectorAll("[data-cell]")].some((field) => field.value !== field.defaultValue);
}

function rowTold(row) {
  const cells = [...row.querySelectorAll("[data-cell]")].map((field) => [field.dataset.cell, value(field)]);
  return { ...JSON.parse(row.dataset.row), ...Object.fromEntries(cells) };
}

// What was said of one game ends no other that another referee began since.
async function start(button, sure = false) {
  const part = document.querySelector(`[data-options="${game.kind}"]`);
  const options = { ...lists(), ...game.boxless };
  const asked = [...part.querySelectorAll("[data-option]"), ...document.querySelectorAll(`[data-own="${game.kind}"] [data-option]`)];
  for (const field of asked) if (!field.closest("[data-unboxed][hidden], [data-phoned][hidden]")) options[field.dataset.option] = value(field);
  if (game.few && playing.length < game.enough) options[game.few] = true; // who picked so few meant it
  const own = [...document.querySelectorAll(`[data-own="${game.kind}"] [data-told]`)].filter((field) => field.value && !field.closest("[hidden]"));
  const more = Object.fromEntries(own.map((field) => [field.dataset.told, field.value]));
  button.disabled = true;
  const before = await atHand().catch(() => 0); // so never newer than what is asked about
  const heard = await postOnce("/api/game", { kind: game.kind, people: playing, variant: variant(), options, ends: sure ? inQuestion : 0, ...more }).catch(() => null);
  button.disabled = false;
  ends.close();
  if (heard?.reply.reply === "counts") leave(game.phones && playing.includes(page.dataset.me) ? "/seat" : "/referee");
  else if (heard?.status === ENDS) {
    inQuestion = before;
    document.getElementById("ends-words").textContent = heard.reply.say;
    ends.showModal();
  } else toast(heard ? heard.reply.say || "The table did not take that. Try once more." : "Not sent: is the Wi-Fi on? Try once more.");
}

// By number, 0 for none.
async function atHand() {
  const answer = await fetch("/api/state", { cache: "no-store" });
  const { game: on } = await answer.json();
  return on ? on.id : 0;
}

if (location.hash) now(location.hash.slice(1));
