// The referee's own handles: the caller, names, and the evening.
import { tell, tellOnce, toast } from "./post.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { tempo, mayWait, record, putOut, invite, goodNight, wiring, goOn, again, mayTakeBack, points, network } = button.dataset;
  if (tempo) tell("/api/caller", { tempo });
  else if (mayWait !== undefined) tell("/api/house", { may_wait: mayWait === "1" });
  else if (mayTakeBack !== undefined) tell("/api/house", { may_take_back: mayTakeBack === "1" });
  else if (again !== undefined) playAgain(button);
  else if (putOut) tell("/api/put_out", { phone: putOut });
  else if (invite) give(Number(invite), button);
  else if (network) tell("/api/network", { act: network });
  else if (wiring) tell("/api/wiring", { act: wiring });
  else if (record !== undefined) tell("/api/record", { open: record === "1" });
  else if (goOn !== undefined) tell("/api/go_on", { sure: true });
  else if (points !== undefined) tell("/api/points", { table: points.split(" ").filter(Boolean).map(Number) });
  else if (goodNight === "") tell("/api/good_night", { sure: true });
  else if (goodNight) tell("/api/good_night", { sure: true, off: goodNight === "off" });
  else if (button.id === "gift-done") gift.close();
});

// A drawer that is opened leaves the edge of the screen; what is in it comes into sight.
document.addEventListener("click", (event) => {
  const drawer = event.target.closest(".drawer > summary")?.parentElement;
  if (drawer) requestAnimationFrame(() => drawer.open && drawer.scrollIntoView({ block: "start" }));
});

// One tap is one game, also where a thumb taps twice.
async function playAgain(button) {
  button.disabled = true;
  const reply = await tellOnce("/api/again", {});
  button.disabled = false;
  if (reply && reply.reply !== "counts") toast(reply.say);
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "every") return;
  const seconds = (event.target.value / 1000).toFixed(1);
  document.getElementById("every-words").textContent = seconds;
  event.target.setAttribute("aria-valuetext", `${seconds}\u00a0seconds`);
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.id === "every") tell("/api/caller", { every_ms: Number(field.value) });
  if (field.dataset.seatName !== undefined && field.value.trim()) {
    tell("/api/names", { seat: Number(field.dataset.seatName), was: field.defaultValue, name: field.value.trim() });
  }
});

// A link for one phone, drawn for its camera: gone when it was used, or after two minutes.
const gift = document.getElementById("gift");
let given = { seat: -1, phones: 0, name: "" };
let counting = 0;

async function give(seat, button) {
  const reply = await tell("/api/invite", { seat });
  if (!reply) return;
  given = { seat, phones: Number(button.dataset.invitePhones), name: button.dataset.called };
  document.getElementById("gift-title").textContent = `A phone for ${given.name}'s seat`;
  document.getElementById("gift-qr").innerHTML = reply.qr;
  const until_ms = performance.now() + reply.seconds * 1000;
  const count = () => {
    const left_s = Math.ceil((until_ms - performance.now()) / 1000);
    document.getElementById("gift-left").textContent = left_s;
    if (left_s <= 0) gift.close();
  };
  count();
  clearInterval(counting);
  counting = setInterval(count, 1000);
  if (!gift.open) gift.showModal();
}

gift.addEventListener("close", () => {
  clearInterval(counting);
  document.getElementById("gift-qr").replaceChildren(); // nobody photographs it later
});

document.addEventListener("table:state", () => {
  if (!gift.open) return;
  const seat = document.querySelector(`[data-invite="${given.seat}"]`);
  if (!seat || Number(seat.dataset.invitePhones) > given.phones) {
    gift.close();
    toast(seat ? `${given.name}'s phone is in.` : "");
  }
});
