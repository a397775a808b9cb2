// How finely a tablet tells moments apart: how often its glass is looked at, and its browser's clock.
// A finger was there up to that long before the stamp of its touch; two closer than that are a tie.

const LEAST_US = 4_000; // 240 looks a second: no glass has more
const USUAL_US = 8_000; // 120 looks a second or more, until something was seen
const FRAME_MOST_US = 20_000; // at 60 pictures a second moves come every 17 ms, however quick the glass
const ENOUGH = 8; // gaps between moves, before they say anything
const STEPS = 4;
const PATIENCE_MS = 20;

/** The least step of the page's clock, in us: browsers make it coarse on purpose. */
export function clockStep(now = () => performance.now()) {
  const start = now();
  let last = start;
  let least = Infinity;
  for (let seen = 0; seen < STEPS; ) {
    const next = now();
    if (next === last) continue;
    least = Math.min(least, next - last);
    last = next;
    seen += next - start > PATIENCE_MS ? STEPS : 1;
  }
  return Math.round(least * 1000);
}

/** A grain that every moving finger on this page shows more of. */
export function grainHere() {
  const grain = new Grain(clockStep(), "getCoalescedEvents" in PointerEvent.prototype);
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") return;
    const all = event.getCoalescedEvents?.() ?? [];
    grain.moved(event.pointerId, (all.length ? all : [event]).map(({ timeStamp }) => timeStamp));
  });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, ({ pointerId }) => grain.gone(pointerId));
  return grain;
}

/** What moving fingers show of the glass. */
export class Grain {
  #step_us;
  #each; // whether the browser tells every look at the glass, or one a picture
  #last_ms = new Map(); // finger -> its newest stamp
  #least_us = Infinity;
  #gaps = 0;

  constructor(step_us, each) {
    this.#step_us = step_us;
    this.#each = each;
  }

  /** A finger was seen at these stamps (ms, rising). */
  moved(finger, stamps_ms) {
    for (const stamp_ms of stamps_ms) {
      const gap_us = Math.round((stamp_ms - (this.#last_ms.get(finger) ?? stamp_ms)) * 1000);
      this.#last_ms.set(finger, stamp_ms);
      if (gap_us <= 0) continue;
      this.#least_us = Math.min(this.#least_us, gap_us);
      this.#gaps += 1;
    }
  }

  /** The finger is gone. */
  gone(finger) {
    this.#last_ms.delete(finger);
  }

  /** How long before its stamp a touch may have happened, in us. */
  get uncertain_us() {
    return this.#look_us() + this.#step_us;
  }

  #look_us() {
    const seen_us = this.#least_us;
    if (this.#gaps < ENOUGH) return USUAL_US;
    // Slower than usual is believed only where it cannot be the picture's own pace.
    if (seen_us > USUAL_US && !this.#each && seen_us <= FRAME_MOST_US) return USUAL_US;
    return Math.max(LEAST_US, seen_us);
  }
}
