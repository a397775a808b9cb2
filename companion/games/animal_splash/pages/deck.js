// The editor of a deck: what is the same as on the last card stays chosen, and the last tap adds the card.
import { ANY, SORTS, WORDS, counted, formOf, made, missing, next, show, tapOf, tile, titled, wordsOf } from "./deck_cards.js";
import { DeckDraft, formsOf } from "./deck_draft.js";
import { turnOf } from "../../draft.js";
import { asked, complain, onFile, restored } from "../../entering.js";
import { toast } from "../../post.js";

const GAME = "animal_splash";
const LAST = { cards: "plants", starts: "plants", missions: "points", ends: "second" }; // tapping it adds the card
const HINTS = {
  animal: "which animal?", colour: "its colour?", background: "what is behind it?", plants: "tap its plant",
  what: "what does it count?", of: "which?", count: "how many?", title: "what does it say?",
  hue: "its colour?", points: "tap its points", best: "for the best?", second: "for the second?",
};
const SINGLE = { animals: "animal", colours: "colour", backgrounds: "background", plants: "plant" };
const PAIRS = { animal: "two-animals", plants: "two" }; // the button that says that two are to come
const main = document.getElementById("live");
const part = (id) => document.getElementById(id);
const draft = new DeckDraft(main.dataset.deck, main.dataset.version, JSON.parse(main.dataset.content), part("name").value);
let deck = main.dataset.deck;
let asks = { animal: null, plants: null }; // of a pair that is being told: what was told of it
let ready = false; // whether the last tap of this card was done, and something before it is missing

const at = () => draft.now.at;
const cardsOf = (sort) => draft.content[sort];
const isPicture = (sort) => sort === "cards" || sort === "starts";
const form = () => (at() === null ? draft.now.forms[draft.sort] : formOf(draft.sort, cardsOf(draft.sort)[at()]));

// --- drawing -------------------------------------------------------------------------------

function draw() {
  const chosen = form();
  document.querySelectorAll("[data-row]").forEach((row) => drawRow(row, chosen));
  drawKeys();
  drawWhere(chosen);
  drawEntered();
  drawNames();
}

function drawRow(row, chosen) {
  const { row: field, names } = row.dataset;
  row.hidden = !row.dataset.in.split(" ").includes(draft.sort) || (field === "count" && chosen.what === "other")
    || (field === "of" && (!chosen.what || chosen.what === "other"));
  if (row.hidden) return;
  if (names) fill(row, draft.content[names], field, SINGLE[names], draft.sort === "starts" && field === "colour");
  if (field === "of") fillOf(row.querySelector("[data-of]"), chosen.what);
  row.querySelectorAll("[data-field]").forEach((button) => drawTap(button, chosen));
  row.querySelectorAll("[data-typed]").forEach((input) => drawTyped(input, chosen));
  if (field === "title") part("card-title").placeholder = titled(draft.sort, chosen) || "Its own words";
  if (field === "title" && document.activeElement !== part("card-title")) part("card-title").value = chosen.title;
  row.querySelectorAll("[data-field=oxygen][data-number='3'], .number-in-corner").forEach((one) => { one.hidden = draft.sort !== "starts"; });
}

function fill(row, words, field, sort, every) {
  const key = JSON.stringify([words, every]);
  if (row.dataset.shown === key) return;
  row.dataset.shown = key;
  row.className = `ask-row picks-${Math.max(4, Math.min(5, words.length + every))}`;
  row.replaceChildren(...words.map((word) => tapOf(field, word, sort)), ...(every ? [tapOf(field, ANY, sort, "every")] : []));
}

function fillOf(row, what) {
  const words = wordsOf(draft.content, what);
  const key = JSON.stringify([what, words]);
  if (row.dataset.shown === key) return;
  row.dataset.shown = key;
  row.replaceChildren(tapOf("of", "*", what, "different"), ...words.map((word) => tapOf("of", word, what)));
}

function isChosen({ field, word, number }, chosen) {
  if (number !== undefined) return chosen[field] === Number(number) && (field !== LAST[draft.sort] || at() !== null);
  if (asks[field]) return asks[field].includes(word);
  if (field === "plants") return chosen.plants.includes(word);
  return chosen[field] === word || (field === "animal" && chosen.second === word);
}

function drawTap(button, chosen) {
  button.setAttribute("aria-pressed", String(isChosen(button.dataset, chosen)));
  if (button.dataset.field === "animal") show(button.querySelector("svg"), button.dataset.word, "animal", chosen.colour);
}

function drawTyped(input, chosen) {
  const field = input.dataset.typed;
  if (document.activeElement === input) return;
  const shown = field === "number" || !document.querySelector(`[data-field="${field}"][data-number="${chosen[field]}"]`);
  input.value = shown && chosen[field] ? chosen[field] : "";
}

function drawKeys() {
  const mends = at() !== null;
  document.querySelectorAll("[data-sort]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.sort === draft.sort));
    button.querySelector("b").textContent = cardsOf(button.dataset.sort).length;
  });
  part("two-animals").hidden = draft.sort !== "starts";
  part("two").hidden = !isPicture(draft.sort);
  for (const [field, id] of Object.entries(PAIRS)) part(id).setAttribute("aria-pressed", String(Boolean(asks[field])));
  part("undo").disabled = !draft.done.length;
  part("redo").disabled = !draft.undone.length;
  part("add").textContent = mends ? "Done" : "Add this card";
  part("out").hidden = !mends;
  part("same").hidden = mends || !cardsOf(draft.sort).length;
}

function drawWhere(chosen) {
  const [where, hint] = part("where").children;
  const mends = at() !== null;
  where.textContent = `${SORTS[draft.sort]} ${(mends ? at() : cardsOf(draft.sort).length) + 1}`;
  const pair = Object.keys(asks).find((field) => asks[field]);
  const wants = missing(draft.sort, mends ? chosen : unfinished(chosen));
  hint.textContent = mends ? "mend it" : pair ? `${asks[pair].length ? "second" : "first"} ${pair === "animal" ? "animal" : "plant"}?` : HINTS[wants || LAST[draft.sort]];
  const count = counted(draft.content);
  part("count").textContent = `${count} of ${main.dataset.box}`;
  const more = Number(main.dataset.box) - count;
  part("check").textContent = more > 0 ? `${count} of ${main.dataset.box} cards: ${more} to come.` : more < 0
    ? `${count} cards: ${-more} more than are in the box.` : `All ${count} cards are here.`;
}

/** The form as long as its last tap was not done. */
const unfinished = (chosen) => (ready ? chosen : { ...chosen, ...(isPicture(draft.sort) ? { plants: [] } : {}) });

function drawEntered() {
  const { sort } = draft;
  const cards = cardsOf(sort);
  part("entered-title").textContent = `${SORTS[sort]}s entered: ${cards.length}`;
  part("nothing").hidden = cards.length > 0 || sort !== "cards";
  const list = part("entered");
  list.className = `entered ${isPicture(sort) ? "pictures" : "titles"}`;
  const had = new Map([...list.children].map((one) => [one.dataset.key, one]));
  const tiles = cards.map((card, n) => {
    const key = JSON.stringify([sort, n, card]);
    const one = had.get(key) ?? tile(sort, card, n);
    one.dataset.key = key;
    one.setAttribute("aria-pressed", String(n === at()));
    return one;
  }).reverse(); // the newest is the one that was mistyped
  list.replaceChildren(...tiles);
}

function drawNames() {
  if (document.activeElement !== part("aids")) part("aids").value = draft.content.aids || "";
  const key = JSON.stringify(Object.keys(WORDS).map((names) => draft.content[names]));
  if (part("names").dataset.shown === key) return;
  part("names").dataset.shown = key;
  part("names").replaceChildren(...Object.keys(WORDS).flatMap((names) => {
    const words = draft.content[names];
    return Array.from({ length: Math.max(WORDS[names], words.length) }, (_, n) => nameField(names, words[n] ?? "", n));
  }));
}

function nameField(names, word, n) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  Object.assign(input, { type: "text", value: word, maxLength: 30, autocomplete: "off" });
  Object.assign(input.dataset, { names, n });
  input.setAttribute("aria-label", `${SINGLE[names]} ${n + 1}`);
  label.append(tapOf("", word || "?", SINGLE[names]).querySelector("svg"), input);
  return label;
}

// --- entering ------------------------------------------------------------------------------

function choose(field, value) {
  const parts = field in PAIRS ? pairOf(field, value) : { [field]: value };
  if (!parts) return draw(); // the second one of a pair is still to come
  const chosen = { ...form(), ...parts };
  if (field === "animal" && draft.sort === "cards" && at() === null) chosen.oxygen = breath(value);
  if (field === "what" && parts.what !== form().what) chosen.of = "";
  if (at() !== null) return mend(chosen);
  keepForm(chosen);
  if (field === LAST[draft.sort]) ready = true;
  if (ready && !missing(draft.sort, chosen)) add(chosen);
  else draw();
}

/** What a tap on an animal or a plant says: one, or the second of two; null for the first of two. */
function pairOf(field, word) {
  if (!asks[field]) return field === "plants" ? { plants: [word] } : { animal: word, ...(draft.sort === "starts" && { second: "" }) };
  asks[field] = [...asks[field], word];
  if (asks[field].length < 2) return null;
  const [one, other] = asks[field];
  asks[field] = null;
  return field === "plants" ? { plants: [one, other] } : { animal: one, second: other === one ? "" : other };
}

/** What brings oxygen: what the last card with this animal says, or whether it is called so. */
function breath(animal) {
  const last = cardsOf("cards").filter((card) => card.animal === animal).pop();
  return last ? last.oxygen ?? 0 : Number(animal === main.dataset.breathes);
}

function keepForm(chosen) {
  draft.note({ forms: { ...draft.now.forms, [draft.sort]: chosen } });
}

function add(chosen) {
  const { sort } = draft;
  const card = made(sort, chosen);
  const content = { ...draft.content, [sort]: [...cardsOf(sort), card] };
  endCard();
  draft.change({ content, forms: { ...draft.now.forms, [sort]: next(sort, chosen) } });
  part("card-title").value = "";
  draw();
}

function mend(chosen) {
  const { sort } = draft;
  const cards = cardsOf(sort).map((card, n) => (n === at() ? made(sort, chosen) : card));
  draft.change({ content: { ...draft.content, [sort]: cards } });
  draw();
}

function endCard() {
  ready = false;
  asks = { animal: null, plants: null };
}

function go(to) {
  endCard();
  draft.note(to);
  draw();
}

function turn(which) {
  endCard();
  if (draft[which]() && at() !== null && at() >= cardsOf(draft.sort).length) draft.note({ at: null });
  draw();
}

const acts = {
  "two-animals": () => { asks.animal = asks.animal ? null : []; draw(); },
  two: () => { asks.plants = asks.plants ? null : []; draw(); },
  undo: () => turn("undo"),
  redo: () => turn("redo"),
  add: () => {
    if (at() !== null) return go({ at: null });
    const wants = missing(draft.sort, form());
    if (!wants) return add(form());
    ready = true;
    toast(`Not yet: ${HINTS[wants]}`);
    return draw();
  },
  same: () => add({ ...form(), ...formOf(draft.sort, cardsOf(draft.sort).slice(-1)[0]), ...(draft.sort === "starts" && { number: form().number }) }),
  out: () => {
    const cards = cardsOf(draft.sort).filter((_, n) => n !== at());
    draft.change({ content: { ...draft.content, [draft.sort]: cards }, at: null });
    draw();
  },
  save,
  "to-file": toFile,
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { field, word, number, sort, at: to } = button.dataset;
  if (field) choose(field, number === undefined ? word : Number(number));
  else if (sort) go({ sort, at: null });
  else if (to !== undefined) {
    go({ at: Number(to) });
    scrollTo(0, 0); // to where it is mended
  } else acts[button.id]?.();
});
document.addEventListener("change", ({ target }) => {
  const { typed, names, n } = target.dataset;
  if (typed && target.validity.valid && target.value) choose(typed, Number(target.value));
  if (names) rename(names, Number(n), target);
  if (target.id === "aids" && target.validity.valid) {
    draft.change({ content: { ...draft.content, aids: Number(target.value) } });
    draw();
  }
  if (target.id === "card-title") choose("title", target.value.trim());
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input")) return;
  const which = turnOf(event);
  if (!which) return;
  event.preventDefault();
  turn(which);
});

// --- what the box calls them ---------------------------------------------------------------

function rename(names, n, input) {
  complain("name-trouble", "");
  const words = draft.content[names];
  const [was, word] = [words[n], input.value.trim()];
  const used = Object.keys(SORTS).some((sort) => cardsOf(sort).some((card) => shows(card, names, was)));
  if (words.some((other, m) => other === word && m !== n)) complain("name-trouble", `There is another “${word}”.`);
  else if (!word && used) complain("name-trouble", `Cards show “${was}”: give it another name.`);
  else {
    const renamed = words.map((one, m) => (m === n ? word : one)).filter(Boolean);
    const content = was === undefined ? { ...draft.content, [names]: [...words, word] } : { ...reworded(names, was, word), [names]: renamed };
    draft.change({ content, forms: formsOf(content) });
  }
  part("names").dataset.shown = "";
  draw();
}

function shows(card, names, word) {
  const field = SINGLE[names];
  const measured = card.measure === field && card.of === word;
  if (field === "colour") return measured || (!("title" in card) && card.colour === word);
  return measured || card[field] === word || (field === "animal" && card.second === word) || Boolean(field === "plant" && card.plants?.includes(word));
}

function reworded(names, was, word) {
  const changed = (card) => {
    if (!shows(card, names, was)) return card;
    const swap = (one) => (one === was ? word : one);
    if ("title" in card) return { ...card, of: swap(card.of) };
    if (names === "plants") return { ...card, plants: card.plants.map(swap) };
    const field = SINGLE[names];
    return { ...card, [field]: swap(card[field]), ...(names === "animals" && card.second && { second: swap(card.second) }) };
  };
  return { ...draft.content, ...Object.fromEntries(Object.keys(SORTS).map((sort) => [sort, cardsOf(sort).map(changed)])) };
}

// --- saving, and files -----------------------------------------------------------------------

const tidied = () => ({ ...draft.content, title: part("name").value.trim() || part("name").placeholder });

async function save() {
  part("saved").textContent = "";
  const content = tidied();
  const then = draft.now;
  const known = deck === "new" ? {} : { deck, version: then.version };
  const typed = part("name").value;
  part("save").disabled = true;
  const reply = await asked("/api/decks", { ...known, name: content.title, content }, "trouble", GAME, () => { deck = "new"; });
  part("save").disabled = false;
  if (!reply) return;
  deck = reply.deck;
  draft.saved(deck, reply.version, then);
  history.replaceState(null, "", `/decks/${deck}`);
  if (part("name").value === typed) part("name").value = reply.name;
  document.querySelector(".bar h1").textContent = reply.name;
  part("play").hidden = false;
  part("saved").textContent = `“${reply.name}” is saved. A full game of Animal Splash can be played with it.`;
}

async function open(file, url, more, words) {
  const most = Number(main.dataset.fileMost);
  if (file.size > 3 * most) { // more than the table takes: a letter has up to four bytes, and most have one
    return complain("file-trouble", `That is too long: a deck's file has ${most} letters at most.`, "A-S10", GAME);
  }
  const reply = await asked(url, { ...more, file: await file.text() }, "file-trouble", GAME);
  if (!reply) return;
  const content = { aids: 0, ...reply.content };
  if (!part("name").value) part("name").value = content.title; // whole: Save says where it is too long
  endCard();
  draft.change({ content, forms: formsOf(content), at: null, name: part("name").value });
  draw();
  toast(words);
}

/** As the table writes it: a line for each card. */
const block = (item) => (Array.isArray(item) ? `[\n${item.map((one) => `  ${JSON.stringify(one)}`).join(",\n")}\n ]` : JSON.stringify(item));

/** What is here as a file, whole or a part: the table keeps whole decks only. */
function toFile() {
  const said = Object.entries({ splash_companion: "animal splash deck", ...tidied() });
  const text = `{\n${said.map(([key, item]) => ` ${JSON.stringify(key)}: ${block(item)}`).join(",\n")}\n}\n`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `animal-splash-${counted(draft.content)}-cards.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it late
}

onFile(part("open"), (file) => open(file, "/api/read_deck", {}, "The file's deck is here. Save it to keep it."));
onFile(part("merge"), (file) => open(file, "/api/merge_decks", { content: tidied() }, "The part is added."));
part("name").addEventListener("input", () => draft.note({ name: part("name").value }));
draft.onChange = () => { part("saved").textContent = ""; };
part("name").value = draft.now.name;
if (location.hash === "#file") part("file").open = true;
if (draft.restored) toast(restored(draft));
draw();
