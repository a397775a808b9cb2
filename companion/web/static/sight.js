// A question that is new comes into sight by itself, as soon as no finger is down. Where dolphins lie
// under fingers nothing moves. Scrolls, and does no more.
const SURE = 1 / 3; // of the screen: a question that begins above it is seen
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const fingers = new Set();
let known = asked();
let wanted = null;

addEventListener("pointerdown", ({ pointerId }) => fingers.add(pointerId), true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, ({ pointerId }) => { fingers.delete(pointerId); show(); }, true);
}
document.addEventListener("table:state", () => {
  const now = asked();
  const fresh = now.find((id) => !known.includes(id));
  known = now;
  wanted = fresh ?? (now.includes(wanted) ? wanted : null);
  show();
});

function asked() {
  return [...document.querySelectorAll("[data-question]")].map((one) => one.dataset.question);
}

function show() {
  if (fingers.size || wanted === null) return;
  const question = document.querySelector(`[data-question="${CSS.escape(wanted)}"]`);
  wanted = null;
  const busy = document.activeElement?.matches("input[type=text]") || document.querySelector(".pool[data-tap]");
  if (!question || busy || isInSight(question)) return;
  question.getAnimations().forEach((arrival) => arrival.finish()); // where it comes from is not where it stands
  question.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
}

function isInSight(question) {
  const { top, bottom } = question.getBoundingClientRect();
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  return top >= bar - 1 && (bottom <= innerHeight || top < SURE * innerHeight);
}
