// Goes on to the page of whoever was let in, once it is seen that the browser keeps who that is.

export const FORGETS =
  "This browser forgets you at once: it keeps no cookies. Allow them for this page, or open it in another browser.";
export const PAGES = { seat: "/seat", referee: "/referee", table: "/tabletop", wall: "/" };

/** Goes to this page: true; or says why the table will not know this phone there. */
export async function arrive(page) {
  const answer = await fetch("/api/knock", { cache: "no-store" }).catch(() => null);
  const told = answer?.ok && await answer.json().catch(() => null);
  const goes = !told || told.role !== "nobody";
  if (goes) location.replace(page);
  else say(FORGETS);
  return goes;
}

/** Says this where a phone reads what became of its request, and shows it there; "" takes it away. */
export function say(words) {
  const place = document.getElementById("answered");
  place.hidden = !words;
  document.getElementById("answered-words").textContent = words;
  if (words) place.scrollIntoView({ block: "nearest" }); // what was tapped may lie far below
}
