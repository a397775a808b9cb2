// Where a finger is on a drawn table: on a dolphin, or on a button at the edge.

/** The dolphin under an event, in a pool that takes taps; undefined or null for none. */
export function toyAt(event) {
  return event.target.closest?.(".pool[data-tap] .toy");
}

/** The table's button under an event; undefined or null for none. */
export function pressAt(event) {
  return event.target.closest?.("[data-press]");
}

/** Whether a key is a tap: Enter or space, once however long it is held. */
export function isTap(event) {
  return !event.repeat && (event.key === "Enter" || event.key === " ");
}

/** The deal that this page shows, as it is told with every touch; "none" where no dolphins are drawn. */
export function dealShown() {
  // a small child's page says it also while nothing but "Wait a moment!" is shown
  const shown = document.getElementById("pool") ?? document.querySelector(".child");
  return shown?.dataset.deal ?? "none";
}
