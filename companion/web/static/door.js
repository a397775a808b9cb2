// The door: taps the wall's pictures and tells them; who is in opens it, shuts it, and says how it works; who leads lets in.
import { arrive, PAGES } from "./arrive.js";
import { post, tell, toast } from "./post.js";

let told = []; // the pictures that were tapped, by their numbers
let telling = false; // one try is under way: a fifth tap belongs to none

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { picture, door, doorChoice, letIn, yes } = button.dataset;
  if (picture !== undefined) tap(button);
  else if (button.dataset.wipe !== undefined) wipe();
  else if (button.dataset.comeIn !== undefined) enter([]);
  else if (door) tell("/api/door", { open: door === "1" });
  else if (doorChoice) tell("/api/door_choice", { choice: doorChoice });
  else if (letIn) tell("/api/let_in", { knock: letIn, yes: yes === "1" });
  else if (button.dataset.sendAway !== undefined) tell("/api/send_away", { sure: true });
});
function tap(button) {
  const slots = document.getElementById("tapped");
  if (telling) return;
  if (!slots.children.length) told = []; // the page was drawn anew
  told.push(Number(button.dataset.picture));
  const slot = document.createElement("li");
  slot.append(button.firstElementChild.cloneNode(true));
  slot.setAttribute("aria-label", button.getAttribute("aria-label"));
  slots.append(slot);
  if (told.length >= Number(document.getElementById("door").dataset.taps)) enter(told);
}

function wipe() {
  told = [];
  document.getElementById("tapped")?.replaceChildren();
}

async function enter(pictures) {
  if (telling) return;
  telling = true;
  const heard = await post("/api/enter", { pictures }).catch(() => null);
  telling = false;
  if (heard?.ok && await arrive(PAGES.seat)) return;
  wipe();
  if (!heard?.ok) toast(heard?.reply.say || "Not sent: is the Wi-Fi on? Try once more.");
}
