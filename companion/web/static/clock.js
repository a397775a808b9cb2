// Estimates the table's time from round trips to /api/time; decides nothing.
// All times are whole microseconds; phone times are of performance.now().

const SAMPLES = 6;
const OFF_MS = 300; // a beat is seldom so long under way: who differs by more from it is set anew,
const REST_MS = 4000; // but not all the time
const AGAIN_MS = 60_000; // crystals drift some 50 us a second: a minute keeps it under a pad's own doubt

/** One round trip as {offset_us, rtt_us}: table time minus phone time at its midpoint. */
export function measure(sent_us, table_us, got_us) {
  return { offset_us: Math.round(table_us - (sent_us + got_us) / 2), rtt_us: got_us - sent_us };
}

/** The sample with the least round trip, or null for none: it was held up the least. */
export function best(samples) {
  return samples.reduce((least, one) => (least && least.rtt_us <= one.rtt_us ? least : one), null);
}

/** Half the round trip: the table's stamp lies somewhere within it. */
export function uncertainty(sample) {
  return Math.ceil(sample.rtt_us / 2);
}

/** Phone time in us of a millisecond stamp, as of performance.now() or event.timeStamp. */
export function phoneUs(stamp_ms) {
  return Math.round(stamp_ms * 1000);
}

/** A clock that can be asked for the table's time once it is set. */
export class TableClock {
  #sample = null;
  #set = false; // whether a whole turn of samples went into it
  #tried_ms = 0;
  #setting = null; // while samples are taken
  #goes = false;

  get known() { return this.#sample !== null; }
  get offset_us() { return this.#sample?.offset_us ?? 0; }
  get uncertain_us() { return this.#sample ? uncertainty(this.#sample) : Infinity; }

  /** Table time of a phone stamp in ms, in whole us; null before the first round trip. */
  at(stamp_ms = performance.now()) {
    return this.#sample ? phoneUs(stamp_ms) + this.#sample.offset_us : null;
  }

  /** Milliseconds from now until the table's at_us; negative when it has passed. */
  until(at_us) {
    return this.#sample ? (at_us - this.at()) / 1000 : 0;
  }

  /** Sets it anew. Who asks meanwhile gets the same: two at a time would hold each other's samples up. */
  sync(fetcher = fetch) {
    if (this.#setting && performance.now() - this.#tried_ms < REST_MS) return this.#setting; // else it hangs
    const setting = this.#sampled(fetcher).finally(() => { if (this.#setting === setting) this.#setting = null; });
    this.#setting = setting;
    return setting;
  }

  async #sampled(fetcher) {
    this.#tried_ms = performance.now();
    const samples = [];
    for (let n = 0; n < SAMPLES; n += 1) {
      const sent = performance.now();
      try {
        const answer = await fetcher("/api/time", { cache: "no-store" });
        const got = performance.now();
        if (answer.ok) samples.push(measure(phoneUs(sent), (await answer.json()).table_us, phoneUs(got)));
        if (!this.#set) this.#sample = best(samples); // until it is set, any idea is better than none
      } catch { break; }
    }
    this.#sample = best(samples) ?? this.#sample;
    this.#set = this.known;
  }

  // A table that was started anew has another time, and a simulated board's may drag.
  #compare(table_us) {
    const fits = this.known && Math.abs(this.until(table_us)) <= OFF_MS;
    if (!fits && performance.now() - this.#tried_ms > REST_MS) this.sync();
  }

  /** Sets itself now, every minute while the page is seen, and when a beat of the table says another time. */
  start() {
    if (this.#goes) return;
    this.#goes = true;
    const turn = () => { if (!document.hidden) this.sync(); };
    turn();
    document.addEventListener("visibilitychange", turn);
    document.addEventListener("table:beat", ({ detail }) => this.#compare(detail.table_us));
    setInterval(turn, AGAIN_MS);
  }
}

/** The page's one clock, for all scripts that need the table's time. */
export const clock = new TableClock();
