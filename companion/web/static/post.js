// One way to tell the table something, and one way to say what came of it.

/** 128 random bits as hex: the same tap told twice counts once. */
export function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Posts JSON; resolves to {ok, status, reply}, rejects only when the network failed or `signal` says so. */
export async function post(url, body, signal) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const reply = await answer.json().catch(() => ({}));
  return { ok: answer.ok, status: answer.status, reply };
}

/** Posts and says kindly what went wrong, if anything; resolves to the reply or null. */
export async function tell(url, body) {
  try {
    const { ok, reply } = await post(url, body);
    if (!ok) toast(reply.say || "The table did not take that. Try once more.");
    return ok ? reply : null;
  } catch {
    toast("Not sent: is the Wi-Fi on? Try once more.");
    return null;
  }
}

let fading = 0;

/** Shows one sentence for a while; "" takes it away. */
export function toast(text, for_ms = 5000) {
  const line = document.getElementById("toast");
  if (!line) return;
  line.textContent = text;
  clearTimeout(fading);
  if (text && for_ms) fading = setTimeout(() => { line.textContent = ""; }, for_ms);
}
