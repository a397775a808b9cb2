// A board as the editor has it: its hundred spaces, and a draft of them on this phone.
import { Draft } from "../../draft.js";

const suits = [...document.querySelectorAll("[data-suit]")];
/** What each suit is called, by its letter, in the order of the letters of a space. */
export const NAMES = Object.fromEntries(suits.map((key) => [key.dataset.suit, key.textContent.trim().toLowerCase()]));
export const LETTERS = Object.keys(NAMES);
export const SIDE = document.querySelectorAll("#grid [role=row]").length;
export const SPACES = SIDE * SIDE;
const ENTRY = new RegExp(`^${LETTERS.map((letter) => `${letter}?`).join("")}$`);
export const PHOTO = "split-photo-"; // before a board's id

/** The spaces of rows as the table writes them: "S HD - …,…"; "-" is not filled yet. */
export function spacesOf(rows) {
  return rows.split(",").flatMap((row) => row.split(" ")).map((entry) => (entry === "-" ? "" : entry));
}

/** And back: a text a row. */
export function rowsOf(spaces) {
  return Array.from({ length: SIDE }, (_, row) =>
    spaces.slice(row * SIDE, row * SIDE + SIDE).map((entry) => entry || "-").join(" "));
}

/** Only one photo is kept on a phone: they are large. */
export function forgetPhotos() {
  Object.keys(localStorage).filter((key) => key.startsWith(PHOTO)).forEach((key) => localStorage.removeItem(key));
}

export class BoardDraft extends Draft {
  /** `board` is an id or "new", `spaces` what is saved; what this phone had not saved comes back. */
  constructor(board, version, spaces, name) {
    super({
      prefix: "split-board-", id: board, saved: { version, spaces, name, at: 0 }, read,
      lasting: ["name"], passing: ["at"], makeRoom: forgetPhotos,
    });
  }

  get spaces() { return this.now.spaces; }
}

function read({ spaces, name, at }) {
  const sound = spaces.length === SPACES && spaces.every((one) => ENTRY.test(one));
  return sound ? { spaces, name: String(name), at: Number(at) || 0 } : null;
}
