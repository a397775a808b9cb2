// A form of picks: seats or cards ticked, and a confirm button that says what it will do.

// What is picked has a name; a tab that only opens others has none.
const PICKED = "input[data-name]:checked";

/** The picks of a form as {field: value or [values]}, or null while something is missing. */
export function gather(form) {
  const picks = JSON.parse(form.dataset.form);
  for (const field of form.querySelectorAll("[data-field]")) {
    const values = [...field.querySelectorAll(PICKED)].map((input) => JSON.parse(input.value));
    if (values.length < Number(field.dataset.least) || values.length > Number(field.dataset.most)) return null;
    picks[field.dataset.field] = field.dataset.many === "1" ? values : values[0] ?? null;
  }
  return picks;
}

/**
 * What a tapped answer button tells: {ask, key, picks}, or null while something is missing.
 * A button with a pick of its own adds it to what stands in its form; one of chance has many, and draws one, once.
 */
export function told(button) {
  const own = button.dataset.chance ? drawn(button) : button.dataset.pick;
  if (own === null) return null;
  const form = own || button.hasAttribute("data-confirm") ? button.closest("fieldset[data-form]") : null;
  const stands = form ? gather(form) : JSON.parse(button.dataset.picks || "{}");
  const picks = stands && own ? { ...stands, ...JSON.parse(own) } : stands;
  return picks && { ask: button.dataset.ask, key: button.dataset.key, picks };
}

function drawn(button) {
  if (button.hasAttribute("aria-busy")) return null; // the first draw is on its way
  const all = JSON.parse(button.dataset.chance);
  return JSON.stringify(all[Math.floor(Math.random() * all.length)]);
}

/** Brings every confirm button up to date, now and whenever something is ticked; who waited and may tell now says so. */
export function watchForms() {
  document.addEventListener("change", (event) => {
    const form = event.target.closest("fieldset[data-form]");
    if (!form) return;
    const waited = form.querySelector("[data-confirm]:disabled");
    look(form);
    if (waited && !waited.disabled) waited.dispatchEvent(new Event("form:ready", { bubbles: true }));
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) count(step);
  });
  lookAll();
}

// One less or one more of what is counted; what is the least or the most stays.
function count(step) {
  const numbers = [...step.closest(".counter").querySelectorAll("input")];
  const next = numbers[numbers.findIndex(({ checked }) => checked) + Number(step.dataset.step)];
  if (!next) return;
  next.checked = true;
  next.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Brings every confirm button up to date. */
export function lookAll() {
  document.querySelectorAll("fieldset[data-form]").forEach(look);
}

function look(form) {
  const ticked = form.querySelectorAll(`[data-field]:not([data-preset]) ${PICKED}`);
  const names = [...ticked].map((input) => input.dataset.name);
  const wants = gather(form) === null;
  // Without one every tap in it tells; where people sit on either side each has one.
  for (const button of form.querySelectorAll("[data-confirm]")) {
    button.disabled = wants;
    const label = `${button.dataset.label}${stillWanted(form)}`;
    const [whose, what] = names;
    if ("whose" in button.dataset) button.textContent = what ? `${what} for ${whose}` : label;
    else button.textContent = names.length ? `${label}: ${spoken(names)}` : label;
  }
}

// Where many are to be picked: how many of them are.
function stillWanted(form) {
  const many = [...form.querySelectorAll("[data-field]")].find(({ dataset }) => Number(dataset.least) > 1);
  const picked = many?.querySelectorAll(PICKED).length;
  return picked && picked < Number(many.dataset.least) ? ` (${picked} of ${many.dataset.least})` : "";
}

function spoken(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
