// One way to tell the table something, and one way to say what came of it.

/** 128 random bits as hex: the same tap told twice counts once. */
export function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const HANGS_MS = 20_000; // longer than the table takes for anything

/** Gives up a question that the network swallowed, where the browser can. */
export function unlessItHangs() {
  return AbortSignal.timeout?.(HANGS_MS);
}

/** Posts JSON; resolves to {ok, status, reply}, rejects only when the network failed or `signal` says so. */
export async function post(url, body, signal = unlessItHangs()) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const reply = await answer.json().catch(noJson);
  return { ok: answer.ok, status: answer.status, reply };
}

// A reply that the network cut short was not heard: it is no reply without words.
function noJson(problem) {
  if (problem instanceof SyntaxError) return {};
  throw problem;
}

const unheard = new Map(); // what was told and has had no answer yet: by which nonce

/** Posts with a nonce. What is told again after its answer was lost has the same one, and so counts once. */
export async function postOnce(url, body) {
  const same = JSON.stringify([url, body]);
  const by = unheard.get(same) ?? nonce();
  unheard.set(same, by);
  const heard = await post(url, { tell: by, ...body });
  unheard.delete(same);
  return heard;
}

/** Posts, one word to an address after the other, and says kindly what went wrong; resolves to the reply or null. */
export function tell(url, body) {
  return said(inTurn(url, () => post(url, body)));
}

/** The same for what has a nonce. */
export function tellOnce(url, body) {
  return said(inTurn(url, () => postOnce(url, body)));
}

async function said(telling) {
  try {
    const { ok, reply } = await telling;
    if (!ok) toast(reply.say || "The table did not take that. Try once more.");
    return ok ? reply : null;
  } catch {
    toast("Not sent: is the Wi-Fi on? Try once more.");
    return null;
  }
}

const AGAIN_MS = [400, 800, 1600, 3000, 5000];
const PATIENCE_MS = [800, 1600, 3000, 6000, 12_000]; // a post that hangs is told again
const BUSY = [429, 502, 503, 504]; // too fast, or the table cannot just now
const last = new Map(); // by what it is about: what is done last

// Does this after all that was put so before: nothing overtakes what the same hand did sooner.
function inTurn(about, work) {
  const done = (last.get(about) ?? Promise.resolve()).then(work);
  last.set(about, done.catch(() => null));
  return done;
}

/** Tells this in turn, until the table has heard it: its nonce lets it count once. Resolves as `post` does. */
export function tellInTurn(url, body) {
  return inTurn("all", () => untilHeard(url, body));
}

async function untilHeard(url, body) {
  for (let tries = 0; ; tries += 1) {
    const step = Math.min(tries, AGAIN_MS.length - 1);
    const heard = await post(url, body, AbortSignal.timeout?.(PATIENCE_MS[step])).catch(() => null);
    if (heard && !BUSY.includes(heard.status)) {
      if (tries) toast("");
      return heard;
    }
    toast("Not sent yet…", 0);
    await new Promise((done) => setTimeout(done, AGAIN_MS[step]));
  }
}

const LONG = 60; // letters: more of them take the place of all that the bar has on a small phone
let fading = 0;

/** Shows one sentence for a while; "" takes it away. */
export function toast(text, for_ms = 5000) {
  const line = document.getElementById("toast");
  if (!line) return;
  line.textContent = text;
  line.classList.toggle("long", text.length > LONG);
  clearTimeout(fading);
  if (text && for_ms) fading = setTimeout(() => { line.textContent = ""; }, for_ms);
}
