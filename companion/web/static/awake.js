// Keeps the screen on where the browser grants that. Plain http does not: then the page says what to set.
let lock = null;

stay();
document.addEventListener("visibilitychange", () => { if (!document.hidden) stay(); });
document.addEventListener("table:state", advise); // drawn anew

async function stay() {
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { lock = null; } // not granted, or there is no such thing here
  advise();
}

function advise() {
  for (const words of document.querySelectorAll("[data-sleepy]")) words.hidden = Boolean(lock);
}
