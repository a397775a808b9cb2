// A board as the editor has it: its hundred spaces, and a draft of them on this phone.
import { Draft } from "../../draft.js";

export const SPACES = 100;
export const PHOTO = "split-photo-"; // before a board's id

/** The spaces of rows as the table writes them: "S HD - …,…"; "-" is not filled yet. */
export function spacesOf(rows) {
  return rows.split(",").flatMap((row) => row.split(" ")).map((entry) => (entry === "-" ? "" : entry));
}

/** And back: ten texts. */
export function rowsOf(spaces) {
  return Array.from({ length: 10 }, (_, row) =>
    spaces.slice(row * 10, row * 10 + 10).map((entry) => entry || "-").join(" "));
}

/** Only one photo is kept on a phone: they are large. */
export function forgetPhotos() {
  Object.keys(localStorage).filter((key) => key.startsWith(PHOTO)).forEach((key) => localStorage.removeItem(key));
}

export class BoardDraft extends Draft {
  /** `board` is an id or "new", `spaces` what is saved; what this phone had not saved comes back. */
  constructor(board, spaces, name) {
    super({
      prefix: "split-board-", id: board, saved: { spaces, name, at: 0 }, read,
      lasting: ["name"], passing: ["at"], makeRoom: forgetPhotos,
    });
  }

  get spaces() { return this.now.spaces; }
}

function read({ spaces, name, at }) {
  const sound = spaces.length === SPACES && spaces.every((one) => /^(|S?H?D?C?)$/.test(one));
  return sound ? { spaces, name: String(name), at: Number(at) || 0 } : null;
}
