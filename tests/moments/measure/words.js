// What is said: once on a wall, and by no two buttons that do different things.

const GROUPS = "fieldset, [role=group], details, section, li"; // what has a heading of its own
const WORDS = /[\p{L}\p{N}\p{RI}\p{Extended_Pictographic}]+/gu; // a name may be of pictures alone

// Two of the same words and picture under the same headings do the same. Of what happened each line has its own.
function alike() {
  const does = new Map();
  for (const one of document.querySelectorAll("#live :is(button, a.button)")) {
    if (!shows(one) || one.getAttribute("href")?.startsWith("/amend")) continue;
    const { label, ...told } = one.dataset;
    const deed = JSON.stringify([one.id, one.getAttribute("href"), told]);
    const looks = [one.innerText.trim(), one.ariaLabel, ...[...one.querySelectorAll("svg")].map((svg) => svg.outerHTML), ...headings(one)].join("|");
    if (does.has(looks) && does.get(looks) !== deed) say("alike", one, "looks as another does, and does something else");
    does.set(looks, deed);
  }
}

function headings(one) {
  const found = [];
  for (let group = one.parentElement?.closest(GROUPS); group; group = group.parentElement?.closest(GROUPS)) {
    found.push(group.ariaLabel ?? "", ...[...group.querySelectorAll(":scope > :is(legend, summary, h2, h3)")].map((title) => title.textContent));
  }
  return found;
}

function headlines() {
  const counts = new Map();
  for (const one of document.querySelectorAll("h1, h2, .line, .wall-band p, .top-words p, .waiting")) {
    if (!shows(one)) continue;
    for (const [, count] of one.textContent.matchAll(/(\d+) dolphins/g)) counts.set(count, one);
  }
  if (counts.size > 1) say("contradicts", [...counts.values()][0], `${[...counts.keys()].join(" and ")} dolphins`);
  wantedBack();
}

// A dolphin that is asked back is called so where it lay, too, and not "taken", as if somebody had won it.
function wantedBack() {
  const texts = [...document.querySelectorAll("h1, h2, p, .ring-word")].filter(shows).map((one) => one.textContent).join(" ");
  const taken = [...document.querySelectorAll(".d-note")].find((one) => shows(one) && one.textContent === "taken");
  if (taken && /not back in the middle|put them back/i.test(texts)) say("contradicts", taken, "and it is to be put back");
}

// A wall says each thing once: who does what stands in one place.
function twice() {
  if (!document.querySelector(".wall-grid")) return;
  const said = new Map();
  const all = [...document.querySelectorAll(".line, h2, .wall-band p:not(.said-wall), .hold, .waiting")].filter(shows);
  alikeWords(all);
  clauses();
  for (const one of all) {
    const text = one.textContent.replaceAll("\u2060", "").replace(/[\u2066-\u2069\s]+/g, " ");
    for (const name of names.filter((known) => known.trim())) {
      const does = text.includes(`${name} `) && /^\p{L}+/u.exec(text.slice(text.indexOf(`${name} `) + name.length + 1))?.[0];
      if (!does) continue;
      const words = `${name} ${does}`;
      if (said.has(words)) say("twice", one, `"${words}" stands in ${called(said.get(words))}, too`);
      else said.set(words, one);
    }
  }
}

// What was taken back is said once, above the list of what happened.
function repeats() {
  const plain = (one) => one.textContent.replace("↶", "").replace(/[\u2066-\u2069\s]+/g, " ").trim();
  const [back] = [...document.querySelectorAll("#took-back")].filter(shows);
  const before = back && [...document.querySelectorAll(".lead, h2")].find((one) => shows(one) && plain(one) === plain(back));
  if (before) say("repeats", back, `stands in ${called(before)}, too`);
}

// What was only noted leads to no question: nobody knows from that what it was.
function noted() {
  for (const one of document.querySelectorAll(".lead")) if (shows(one) && one.textContent.trim().startsWith("Noted")) say("noted", one, "leads to a question");
}

// While somebody says wait nothing is to be tapped that would only be refused.
function waits() {
  if (!document.querySelector("#under-review")) return;
  for (const one of document.querySelectorAll("[data-ask]")) if (shows(one)) say("waits", one, "would only be refused");
}

// No clause of some words stands in two places.
function clauses() {
  const said = new Map();
  for (const one of [...document.querySelectorAll(".line, .wall-band :is(h2, p), .table svg text")].filter(shows)) {
    for (const clause of new Set(one.textContent.toLowerCase().split(/[.:?!·]/).map((words) => words.match(WORDS)?.join(" ") ?? ""))) {
      if (clause.split(" ").length < 4 || isName(clause)) continue;
      const before = said.get(clause);
      if (before && (!one.closest("svg") || !before.closest("svg"))) say("again", one, `"${clause}" stands in ${called(before)}, too`);
      said.set(clause, one);
    }
  }
}

// A sentence without what holds its names together.
function untied(text) {
  return text.replaceAll("\u2060", "").replaceAll("\u00a0", " ");
}

// A name of many words is said wherever it is somebody's turn.
function isName(clause) {
  return names.some((name) => name.toLowerCase().match(WORDS)?.join(" ") === clause);
}

// What is asked is not said in the words of what just happened: two clauses that differ in names alone, or in what one has
// more. What was put right happened before, and may well have been the same of somebody else.
function alikeWords(all) {
  const others = names.filter((name) => name.trim()).sort((a, b) => b.length - a.length);
  const plain = (text) => others.reduce((left, name) => left.replaceAll(name, " "), untied(text)).toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)?.map((word) => word.replace(/(?<=..)s$/, "")) ?? [];
  for (const question of all.filter((one) => one.matches("[data-asked]"))) {
    for (const clause of question.textContent.split(/[.:?!]/)) {
      const words = plain(clause);
      const news = words.length > 1 && all.find((one) => one !== question && !one.textContent.startsWith("Put right: ") && words.every((word) => plain(one.textContent).includes(word)));
      if (news) say("asked", question, `"${clause.trim()}" stands in ${called(news)}, too`);
    }
  }
}
