// A question that is new comes into sight by itself, with what belongs above it, as soon as no finger is down, and so does
// that somebody says wait, the button that the last pick has made ready, who has won, good night, and whose turn it is
// once one's own is over. Where dolphins lie under fingers, and for a question that waits folded, nothing moves. Scrolls,
// and does no more.
const SURE = 1 / 3; // of the screen: a question that begins above it is seen
const HALF = 1 / 2; // and one with something above it that belongs to it
const AIR_PX = 8; // below a button that came into sight
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const fingers = new Set();
const ASKED = "[data-question]:not(details)";
const OTHERS_TURN = ":is(.waiting, .child-idle)[id^=ask-]";
let known = asked();
let isMine = isMyTurn();
let wanted = known[0] ?? null;

history.scrollRestoration = "manual"; // a page that is loaded anew begins where it asks something
show();
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
  const all = [...document.querySelectorAll(`#under-review, ${ASKED}`), ...document.querySelectorAll(".hero[id], .good-night")];
  return new Map(all.map((one) => [one.dataset.question ?? one.id, one]));
}

function isMyTurn() {
  return document.querySelector(ASKED) !== null;
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
  if (!question || busy) return;
  const first = begins(question);
  if (isInSight(first, question)) return;
  question.getAnimations().forEach((arrival) => arrival.finish()); // where it comes from is not where it stands
  first.scrollIntoView({ block: "start", behavior: pace() });
}

// What is drawn or read above a question belongs to it, as much of it as leaves the question in the upper half.
function begins(question) {
  let first = document.querySelector("[data-above]")?.nextElementSibling ?? question;
  const below = stands(question).top;
  const fits = (one) => one.getClientRects().length && below - stands(one).top <= HALF * innerHeight - bar();
  while (first !== question && !fits(first)) {
    first = first.nextElementSibling ?? question;
  }
  return below < stands(first).top ? question : first;
}

function isInSight(first, question) {
  const { top, bottom } = stands(question);
  const reach = first === question ? SURE : HALF;
  return stands(first).top >= bar() - 1 && (bottom <= innerHeight || top < reach * innerHeight);
}

function bar() {
  return document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
}

// Where it is once it has arrived.
function stands(one) {
  const arrivals = one.getAnimations().map((arrival) => [arrival, arrival.currentTime]);
  for (const [arrival] of arrivals) arrival.currentTime = arrival.effect.getComputedTiming().endTime;
  const { top, bottom } = one.getBoundingClientRect();
  for (const [arrival, at] of arrivals) arrival.currentTime = at;
  return { top, bottom };
}
