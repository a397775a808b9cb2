// What a family enters at a phone: undo and redo, and a draft here that outlives a reload.

const EVERY_STEP = 500; // a printed board is entered in some two hundred, a box of cards in three hundred

export class Draft {
  /**
   * `prefix` and `id` name it on this phone, `saved` is what the table has with its `version`, `read` gives what
   * this phone kept, if it is sound, else null. Undo leaves the parts in `lasting` alone; those in `passing` are no change
   * of what is entered. `makeRoom` drops what is worth less when the phone has no room left.
   */
  constructor({ prefix, id, saved, read, lasting = [], passing = [], makeRoom = () => {} }) {
    Object.assign(this, { prefix, lasting, passing: [...passing, "version"], makeRoom });
    this.key = prefix + id;
    this.now = saved;
    this.undone = [];
    this.done = [];
    this.onChange = () => {}; // called at the first change since it was saved
    this.asSaved = null; // what was here as it was, as long as nothing else is entered
    const kept = this.#kept(read, saved.version);
    this.restored = Boolean(kept) && this.#entered(kept) !== this.#entered(saved);
    this.overtaken = this.restored && kept.version !== saved.version; // by somebody who saved since
    if (this.restored) this.change(kept);
  }

  /** One step, to be undone as one. */
  change(parts) {
    this.done.push(this.now);
    if (this.done.length > EVERY_STEP) this.done.shift();
    this.undone = [];
    this.#be({ ...this.now, ...parts });
  }

  /** Where the mark is, or the name: nothing to undo. */
  note(parts) {
    this.#be({ ...this.now, ...parts });
  }

  undo() { return this.#turn(this.done, this.undone); }
  redo() { return this.#turn(this.undone, this.done); }

  /** It is saved as it was then, under this id: only what was entered since has to be kept here. */
  saved(id, version, then) {
    try { localStorage.removeItem(this.key); } catch { /* a private window keeps nothing anyway */ }
    this.key = this.prefix + id;
    for (const state of [...this.done, this.now, ...this.undone]) state.version = version; // all of them go on from it
    if (this.#entered(then) !== this.#entered(this.now)) this.#be(this.now);
    this.asSaved = this.#entered(this.now);
  }

  #turn(from, to) {
    if (!from.length) return false;
    const lasting = Object.fromEntries(this.lasting.map((part) => [part, this.now[part]]));
    to.push(this.now);
    this.#be({ ...from.pop(), ...lasting });
    return true;
  }

  #be(now) {
    this.now = now;
    if (this.asSaved !== null && this.asSaved !== this.#entered(now)) {
      this.asSaved = null;
      this.onChange();
    }
    const text = JSON.stringify(now);
    try { localStorage.setItem(this.key, text); } catch { this.#again(text); }
  }

  #again(text) {
    try {
      this.makeRoom();
      localStorage.setItem(this.key, text);
    } catch { /* as above */ }
  }

  #entered(parts) {
    return JSON.stringify(Object.keys(this.now).filter((part) => !this.passing.includes(part)).map((part) => parts[part]));
  }

  #kept(read, newest) {
    try {
      const parts = JSON.parse(localStorage.getItem(this.key));
      const sound = read(parts);
      return sound && { ...sound, version: String(parts.version ?? newest) };
    } catch { return null; }
  }
}

/** "undo" or "redo" where these keys mean it: Ctrl+Z, Ctrl+Y, Ctrl+Shift+Z. */
export function turnOf(event) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return null;
  return key === "y" || event.shiftKey ? "redo" : "undo";
}
