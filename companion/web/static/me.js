// Who this phone's person is: a name and a shape, told once; and asking to play, or watching.
import { opened } from "./buzz.js";
import { post, tell, tellOnce, toast } from "./post.js";

const READ_MS = 3500; // a sentence about a look that is taken
const NOTE_MS = 140;
const ASK_MS = 2000;
const WHO_IS_IT = 428; // somebody is called so already
let watching = 0;
let context = null; // a browser gives few of them
const part = (id) => document.getElementById(id);

document.addEventListener("click", (event) => {
  const { person, pass, play, here, sit, child, vouch, yes, call, figures, rated } = event.target.closest("button")?.dataset ?? {};
  if (sit !== undefined) sitDown(Number(person), Number(sit));
  else if (child !== undefined) tell("/api/child", { person: Number(person), child: child === "1" });
  else if (figures !== undefined) want("/api/figures", figures === "1");
  else if (rated !== undefined) want("/api/ratings", rated === "1");
  else if (vouch) tell("/api/vouch", { claim: vouch, yes: yes === "1" });
  else if (pass) passOn(Number(pass));
  else if (person) choose({ person: Number(person) }, call);
  else if (play !== undefined) tell("/api/play", { yes: play === "1" });
  else if (here !== undefined) comeBack();
});
part("me")?.addEventListener("submit", (event) => { event.preventDefault(); name(); });
part("me")?.addEventListener("change", (event) => { if (event.target.name === "look") sound(event.target.dataset.call); });
part("cover-off")?.addEventListener("click", uncover);

// A phone that was passed on shows nothing of whose it is now before that person has it.
function uncover() {
  history.replaceState(null, "", "/seat");
  part("cover").hidden = true;
  part("live").hidden = false;
  part("live").focus();
  document.dispatchEvent(new CustomEvent("table:uncovered"));
}

function name() {
  const look = document.querySelector("[name=look]:checked");
  const field = part("me").dataset.has === "1" ? "new_name" : "name";
  choose({ [field]: part("my-name").value, ...(look ? { look: look.value } : {}), child: part("child").checked }, look?.dataset.call);
}

async function want(what, on) {
  if (await tell(what, { on })) location.reload();
}

async function choose(wanted, call) {
  sound(call); // in the tap itself: later it would be refused
  const before = await whose();
  const passed = part("me")?.dataset.passed === undefined ? {} : { passed: true };
  const heard = await post("/api/me", { ...wanted, ...passed }).catch(() => null);
  if (!heard) return toast("Not sent: is the Wi-Fi on? Try once more.");
  const { ok, status, reply } = heard;
  if (status === WHO_IS_IT) return ask(reply.say, { ...wanted, known: true }, call);
  toast(reply.say || "", status === 409 ? 0 : READ_MS);
  if (status === 409) watch(before);
  if (!ok) return;
  setTimeout(() => location.replace("/seat"), reply.say ? READ_MS : 3 * NOTE_MS);
}

// Nobody becomes somebody else by writing the same name.
function ask(words, wanted, call) {
  const asked = part("known");
  part("known-words").textContent = words;
  asked.querySelector("[data-known]").onclick = () => { asked.close(); choose(wanted, call); };
  asked.querySelector("[data-other]").onclick = () => { asked.close(); part("my-name").focus(); };
  asked.showModal();
}

// To somebody who has had this phone tonight: nothing of theirs is shown before they say so.
async function passOn(person) {
  if (await tell("/api/me", { person, passed: true })) location.replace("/seat?pass=1");
}

// The name is another phone's: as soon as that one or the referee's says yes, this phone has it, too.
function watch(before) {
  clearInterval(watching);
  watching = setInterval(async () => {
    const now = await whose();
    before ??= now;
    if (now !== null && now !== before) location.replace("/seat");
  }, ASK_MS);
}

// By name; "" for nobody yet, null where the table did not answer.
async function whose() {
  const answer = await fetch("/api/state", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return null;
  const { you } = await answer.json();
  return you.person ? you.person.name : "";
}

async function comeBack() {
  if (await tell("/api/here", { sure: true })) location.replace("/seat");
}

async function sitDown(person, seat) {
  const reply = await tellOnce("/api/sit", { person, seat });
  if (reply) toast(reply.say);
}

// The three notes that come with a shape.
function sound(call) {
  if (!call) return;
  context ??= opened();
  if (!context) return;
  call.split(" ").forEach((hertz, at) => {
    const from = context.currentTime + (at * NOTE_MS) / 1000;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = Number(hertz);
    gain.gain.setValueAtTime(0.3, from);
    gain.gain.linearRampToValueAtTime(0, from + NOTE_MS / 1000);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + NOTE_MS / 1000);
  });
}
