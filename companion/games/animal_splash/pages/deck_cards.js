// The cards of a deck as the editor has them: what is missing, what they are called, how they are drawn.

export const SORTS = { cards: "Main card", starts: "Start card", missions: "Mission", ends: "End card" };
const told = document.getElementById("live").dataset;
export const WORDS = Object.fromEntries(JSON.parse(told.words)); // the sorts of words, and how many of each the box has
export const ANY = told.any; // the colour of a start card whose animal has every colour
const NAMES_OF = { animal: "animals", colour: "colours", background: "backgrounds", plant: "plants" };

const template = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

/** The words that a measure can be of: "animal" -> those of the deck. */
export const wordsOf = (content, what) => content[NAMES_OF[what]] ?? [];

export const counted = (content) =>
  Object.keys(SORTS).reduce((sum, sort) => sum + content[sort].length, content.aids ?? 0);

/** An empty form of each sort; what stays chosen afterwards is in `next`. */
export const BLANK = {
  cards: { animal: "", colour: "", background: "", plants: [], oxygen: 0 },
  starts: { animal: "", second: "", colour: "", background: "", plants: [], oxygen: 1, number: 1 },
  missions: { what: "", of: "", count: 0, hue: "", points: 0, title: "" },
  ends: { what: "", of: "", best: 0, second: 0, title: "" },
};

/** What is asked next in a form, or "" where all is there. */
export function missing(sort, form) {
  if (sort === "cards" || sort === "starts") {
    return ["animal", "colour", "background"].find((field) => !form[field]) ?? (form.plants.length ? "" : "plants");
  }
  if (!form.what) return "what";
  if (form.what === "other" ? !form.title.trim() : !form.of) return form.what === "other" ? "title" : "of";
  if (sort === "ends") return form.best ? "" : "best";
  if (form.what !== "other" && !form.count) return "count";
  return ["hue", "points"].find((field) => !form[field]) ?? "";
}

/** What a card of the deck says in the form: the way back of `made`. */
export function formOf(sort, card) {
  if (sort === "cards" || sort === "starts") return { ...BLANK[sort], oxygen: 0, ...card };
  const measure = card.measure ?? "other";
  const one = measure in NAMES_OF;
  const what = one || measure === "other" ? measure : measure.slice(0, -1);
  const { title, ...rest } = card;
  const form = { ...BLANK[sort], ...rest, what, of: one ? card.of : "*" };
  delete form.measure;
  if (sort === "missions") { form.hue = card.colour; delete form.colour; }
  return { ...form, title: titled(sort, form) === title ? "" : title };
}

/** The card that a form says, as the deck's file has it. */
export function made(sort, form) {
  if (sort === "cards") {
    const { animal, colour, background, plants, oxygen } = form;
    return { animal, colour, background, plants, ...(oxygen && { oxygen }) };
  }
  if (sort === "starts") {
    const { second, ...rest } = form;
    return { ...rest, ...(second && { second }) };
  }
  const measure = form.what === "other" ? "other" : form.of === "*" ? `${form.what}s` : form.what;
  const known = measure === "other" ? {} : { measure, ...(form.of !== "*" && { of: form.of }) };
  const title = form.title.trim() || titled(sort, form);
  if (sort === "ends") return { title, best: form.best, second: form.second, ...known };
  return { title, colour: form.hue, points: form.points, ...known, ...(measure !== "other" && { count: form.count }) };
}

/** What is chosen on the next card: the same, but for what never is. */
export function next(sort, form) {
  if (sort === "cards") return { ...form, plants: [] };
  if (sort === "starts") return { ...form, second: "", plants: [], number: form.number + 1 };
  return { ...form, ...(sort === "ends" ? { second: 0 } : { points: 0 }), title: "" };
}

/** The title that goes without saying. */
export function titled(sort, { what, of, count }) {
  if (!what || what === "other" || !of) return "";
  if (sort === "ends") return of === "*" ? `Most different ${what}s` : `Most ${of}`;
  return of === "*" ? `${count} different ${what}s` : `${count} ${of}`;
}

/** A picture in words. */
function said(card) {
  const animals = card.second ? `${card.animal} and ${card.second}` : card.animal;
  const colour = card.colour === ANY ? "every colour" : card.colour;
  const [one, other] = card.plants;
  const plants = !other ? one : one === other ? `two ${one}` : `${one} or ${other}`;
  return [colour, animals, card.background, plants, card.oxygen && `${card.oxygen} oxygen`].filter(Boolean).join(", ");
}

// --- pictures ------------------------------------------------------------------------------

/** A drawing for a word of the deck, or the one for any such word. */
export function show(svg, word, sort, colour = word) {
  const own = `as-${word.toLowerCase().replaceAll(" ", "-")}`;
  svg.querySelector("use").setAttribute("href", `#${document.getElementById(own) ? own : `as-${sort}`}`);
  svg.dataset.hue = colour;
  return svg;
}

const drawn = (word, sort, colour) => show(template("picture"), word, sort, colour);

/** A button with a word and its picture. */
export function tapOf(field, word, sort, label = word, colour = word) {
  const button = template("tap");
  Object.assign(button.dataset, { field, word });
  show(button.querySelector("svg"), word, sort, colour);
  button.querySelector("span").textContent = label;
  return button;
}

/** A card that was entered, to be tapped and mended. */
export function tile(sort, card, at) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `tile ${sort}`;
  button.dataset.at = at;
  const picture = sort === "cards" || sort === "starts";
  if (picture) button.setAttribute("aria-label", `${SORTS[sort]} ${at + 1}: ${said(card)}`);
  const number = document.createElement("b");
  number.textContent = at + 1;
  button.append(number, ...(picture ? pictures(card) : titles(sort, card)));
  return button;
}

function pictures({ animal, second, colour, background, plants, oxygen = 0 }) {
  const above = document.createElement("span");
  const below = document.createElement("span");
  above.append(...[animal, second].filter(Boolean).map((word) => drawn(word, "animal", colour)), drawn(colour, "colour"));
  below.append(drawn(background, "background"), ...plants.map((plant) => drawn(plant, "plant")));
  if (oxygen) below.append(drawn("oxygen", "oxygen"));
  return [above, below];
}

function titles(sort, card) {
  const words = document.createElement("span");
  words.className = "title";
  words.textContent = card.title;
  const points = document.createElement("em");
  points.textContent = sort === "ends" ? `${card.best} · ${card.second}` : card.points;
  const colour = document.createElement("span");
  colour.className = "unseen";
  colour.textContent = card.colour ?? "";
  return [...(sort === "missions" ? [drawn(card.colour, "colour"), colour] : []), words, points];
}
