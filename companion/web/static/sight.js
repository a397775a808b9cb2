// A question that is new comes into sight by itself, as soon as no finger is down, and so does the button that
// the last pick has made ready, who has won, good night, and whose turn it is once one's own is over. Where dolphins lie
// under fingers nothing moves. Scrolls, and does no more.
const SURE = 1 / 3; // of the screen: a question that begins above it is seen
const AIR_PX = 8; // below a button that came into sight
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const fingers = new Set();
const OTHERS_TURN = ":is(.waiting, .child-idle)[id^=ask-]";
let known = asked();
let isMine = isMyTurn();
let wanted = null;

addEventListener("pointerdown", ({ pointerId }) => fingers.add(pointerId), true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, ({ pointerId }) => { fingers.delete(pointerId); show(); }, true);
}
document.addEventListener("table:state", () => {
  const now = asked();
  const fresh = now.find((id) => !known.includes(id));
  known = now;
  const handed = isMine && !isMyTurn() ? document.querySelector(OTHERS_TURN)?.id : undefined;
  isMine = isMyTurn();
  wanted = fresh ?? handed ?? (place(wanted) ? wanted : null);
  show();
});

document.addEventListener("form:ready", ({ target }) => {
  const below = target.getBoundingClientRect().bottom - shore();
  if (below > 0 && !isUnderHands()) scrollBy({ top: below + AIR_PX, behavior: pace() });
});

// Where the page is covered: by what stays at the lower edge of the referee's phone.
function shore() {
  const edges = [...document.querySelectorAll(".at-hand, .foremost")].map((one) => one.getBoundingClientRect().top);
  return Math.min(innerHeight, ...edges.filter((top) => top > 0));
}

function isUnderHands() {
  return document.querySelector(".pool[data-tap]") !== null;
}

function pace() {
  return calm.matches ? "auto" : "smooth";
}

function asked() {
  return [...news().keys()];
}

// Questions, and after them the cheering: what is asked beside it goes first.
function news() {
  const all = [...document.querySelectorAll("[data-question]"), ...document.querySelectorAll(".hero[id], .good-night")];
  return new Map(all.map((one) => [one.dataset.question ?? one.id, one]));
}

function isMyTurn() {
  return document.querySelector("[data-question]") !== null;
}

// Where that is; with what I may take back above whose turn it is.
function place(id) {
  const others = document.querySelector(OTHERS_TURN);
  if (others && others.id === id) return document.querySelector("#undo-fresh") ?? others;
  return news().get(id);
}

function show() {
  if (fingers.size || wanted === null) return;
  const question = place(wanted);
  wanted = null;
  const busy = document.activeElement?.matches("input[type=text]") || isUnderHands();
  if (!question || busy || isInSight(question)) return;
  question.getAnimations().forEach((arrival) => arrival.finish()); // where it comes from is not where it stands
  question.scrollIntoView({ block: "start", behavior: pace() });
}

function isInSight(question) {
  const { top, bottom } = question.getBoundingClientRect();
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  return top >= bar - 1 && (bottom <= innerHeight || top < SURE * innerHeight);
}
