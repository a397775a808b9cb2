// A phone's own buzz, only once it was touched: browsers complain before that.

/** Vibrates by a pattern of milliseconds where the phone can. */
export function buzz(pattern) {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern);
}
