// A deck as the editor has it: its cards, what is chosen for the next one, and a draft of both on this phone.
import { BLANK, SORTS, WORDS, formOf, next } from "./deck_cards.js";
import { Draft } from "../../draft.js";

export class DeckDraft extends Draft {
  /** `deck` is an id or "new", `content` what is saved; what this phone had not saved comes back. */
  constructor(deck, version, content, name) {
    const saved = { version, content, name, sort: "cards", at: null, forms: formsOf(content) };
    super({ prefix: "animal-deck-", id: deck, saved, read, lasting: ["name"], passing: ["sort", "at", "forms"] });
  }

  get content() { return this.now.content; }
  get sort() { return this.now.sort; }
}

/** What is chosen for the next card of each sort: what the last one shows. */
export function formsOf(content) {
  const forms = Object.keys(SORTS).map((sort) => {
    const last = content[sort].slice(-1)[0];
    return [sort, last ? next(sort, formOf(sort, last)) : BLANK[sort]];
  });
  return Object.fromEntries(forms);
}

const isText = (one) => typeof one === "string";
const isTexts = (some) => Array.isArray(some) && some.every(isText);

function isCard(sort, card) {
  if (sort === "missions" || sort === "ends") return isText(card.title);
  return [card.animal, card.colour, card.background].every(isText) && isTexts(card.plants);
}

function read({ content, name, sort }) {
  const sound = Object.keys(WORDS).every((words) => isTexts(content[words]))
    && Object.keys(SORTS).every((one) => content[one].every((card) => isCard(one, card)));
  return sound ? { content, name: String(name), sort: sort in SORTS ? sort : "cards", at: null, forms: formsOf(content) } : null;
}
