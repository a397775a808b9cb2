// What a page is felt and heard by, where its browser lets it.
// A buzz only once the phone was touched: browsers complain before that.

/** Vibrates by a pattern of milliseconds where the phone can. */
export function buzz(pattern) {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern);
}

/** Something to play on; null where the browser has none, or gives none. */
export function opened() {
  try { return new AudioContext(); } catch { return null; }
}
