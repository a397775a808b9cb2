// A line that says one thing until there is another.
const said = new WeakMap(); // by line

/** Whether a line says this already. What stands there may be a browser's translation of it. */
export function says(line, words) {
  return (said.get(line) ?? line.textContent) === words;
}

/** Sets a line's words, unless it says them: a screen reader hears them once, and a translation stays. */
export function put(line, words) {
  if (says(line, words)) return;
  said.set(line, words);
  line.textContent = words;
}
