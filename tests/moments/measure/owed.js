// What a screen owes whoever looks at it: the answer in sight, what a room waits to hear, a size that is read.

// What comes into sight by its top is so short that the end of this is in sight, too.
function sight(rule, from, to) {
  const room = high - (document.querySelector(".bar")?.getBoundingClientRect().height ?? 0);
  const needs = to.getBoundingClientRect().bottom - from.getBoundingClientRect().top;
  if (needs > room + 1) say(rule, to, `ends ${Math.round(needs)} px below of ${Math.round(room)}`);
}

// A small child sees that there is something to tap: the first answer is whole on the screen. All others see all
// answers that are words, and whoever's screen is broader than high, and not lower than most phones, all that lie
// round a picture; and a child there sees the whole board, and what tells a space of it.
function firstAnswer() {
  for (const answers of document.querySelectorAll(".column:not(.referee) > .question > .buttons")) {
    const words = [...answers.children];
    if (words.every((one) => one.matches(".button") && shows(one))) sight("answer", answers.parentElement, words.at(-1));
  }
  const [around] = document.querySelectorAll(".column:not(.referee) > .question [data-of=spot]");
  if (around && shows(around) && wide > high && high >= 360) sight("answer", around.closest(".question"), around);
  for (const one of wide > high ? document.querySelectorAll(".child .card [data-wide], .child .card [data-wide] ~ [data-confirm]") : []) {
    const { bottom } = one.getBoundingClientRect();
    if (shows(one) && !scrollY && bottom > high + 1) say("answer", one, `ends at ${Math.round(bottom)} of ${high}`);
  }
  const [question] = [...document.querySelectorAll(".child .card")].filter(shows);
  const answer = question && !scrollY && topmost(question);
  const bottom = answer?.getBoundingClientRect().bottom ?? 0;
  if (bottom > high + 1) say("answer", answer, `ends at ${Math.round(bottom)} of ${high}`);
}

// The first thing to tap, as eyes find it.
function topmost(question) {
  const all = [...question.querySelectorAll("button, label, summary")].filter(shows).map((one) => ({ one, at: one.getBoundingClientRect().bottom }));
  return all.sort((a, b) => a.at - b.at)[0]?.one;
}

// One question has one form in the open beside its buttons; another way to say the same is folded.
function forms() {
  for (const question of document.querySelectorAll(".question")) {
    const open = [...question.querySelectorAll("fieldset")].filter((one) => shows(one) && question.contains(one) && !one.closest("details"));
    if (open.length > 1 && open.some((one) => one.querySelector("[data-confirm]"))) say("forms", open[1], `beside ${called(open[0])}`);
  }
}

// A photo finish is read from three metres: on a wall half a metre high its capitals are 4.5 mm, the least that sharp
// eyes read there. A tablet is nearer.
// A table's names are no smaller beside a large pool.
function distant() {
  for (const name of document.querySelectorAll(".flat-grid .chair .fits")) {
    const size = parseFloat(getComputedStyle(name).fontSize);
    const least = Math.min(wide, high) / 160;
    if (shows(name) && size < least) say("distant", name, `${size.toFixed(1)} of ${least.toFixed(1)} px`);
  }
  if (!fixed || !document.querySelector(".wall-grid") || wide > high && wide < 1.5 * high) return;
  for (const one of document.querySelectorAll(".time-line text")) {
    const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
    const written = /[\p{L}\d]/u.test(one.lastChild.data); // a picture says more
    if (written && shows(one) && size < high / 80) say("distant", one, `${size.toFixed(1)} of ${(high / 80).toFixed(1)} px`);
  }
}

// What a room waits to hear, such as who gets a letter, is the largest that a wall says below its table.
function loudest() {
  const [news] = [...document.querySelectorAll(".wall-band .news")].filter(shows);
  if (!news) return;
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  for (const one of news.closest(".wall-band").querySelectorAll("h2, p")) {
    if (one !== news && shows(one) && size(one) >= size(news)) say("news", one, `${size(one)} beside ${size(news)} px`);
  }
}

// Before the first game a wall has one thing to do, and it is seen from afar: a code; two where a network comes first.
function code() {
  const codes = [...document.querySelectorAll(".codes .qr")].filter(shows);
  const least = (fixed ? Math.min(high, wide * 0.56) : 0) * (codes.length > 1 ? 0.2 : 0.37);
  for (const one of codes) {
    const size = one.getBoundingClientRect().height;
    if (size < least) say("code", one, `${Math.round(size)} of ${Math.round(least)} px`);
  }
  // Four pictures are tapped in their order, and that is read along one line.
  const pictures = [...document.querySelectorAll(".come-in .picture")].filter(shows);
  const lines = new Set(pictures.map((one) => Math.round(one.getBoundingClientRect().top)));
  if (lines.size > 1) say("code", pictures[0], `its pictures stand on ${lines.size} lines`);
}

// What is read at leisure is no phone's column on a television.
function narrow() {
  const read = ["history", "game", "rules", "people", "new", "replay", "figures", "records", "ratings", "of-table", "machine"];
  if (wide < 1440 || high < 720 || !read.includes(document.documentElement.dataset.page)) return;
  const least = Math.max(16, Math.min(wide / 100, high / 60));
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [main] = document.querySelectorAll("main");
  const { width } = main.getBoundingClientRect();
  if (size < least) say("narrow", main, `letters of ${size} px`);
  if (width < wide * 0.6) say("narrow", main, `${Math.round(width)} of ${wide} px`);
}

// A link that is scanned is whole with all that is said of it, and so is what ends it.
function scanned() {
  if (modal?.querySelector(".qr") && modal.scrollHeight > modal.clientHeight + 1) say("sight", modal, `${modal.clientHeight} of ${modal.scrollHeight} px`);
}

// Whoever begins a new game sees the games first.
function gamesFirst() {
  const games = document.querySelector('.wizard > [data-step="0"]');
  if (!games || !shows(games)) return; // it is a later step
  const [first] = [...document.querySelectorAll(".wizard > .step .button")].filter(shows);
  if (first && !first.matches(".game")) say("first", first, "before the games");
}

// A phone in the middle of a table says nothing in letters that nobody reads there.
function readable() {
  if (Math.min(wide, high) > 640) return;
  for (const one of document.querySelectorAll(":is(.top-pool, .flat-pool) svg :is(.d-name, .party-name)")) {
    const { a, b } = one.getScreenCTM() ?? { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
    const written = /[\p{L}\d]/u.test(one.lastChild.data); // a picture says more
    if (written && shows(one) && size < 9.5) say("readable", one, `${size.toFixed(1)} px`);
  }
}

// What ends a turn comes after all that one may still do in it, and is in sight with its question.
function endsLast() {
  for (const end of document.querySelectorAll(".column:not(.referee) > .question .ends")) {
    const question = end.closest(".question");
    const later = [...question.querySelectorAll(".button, .pick")].filter((one) => shows(one) && end.compareDocumentPosition(one) === 4);
    if (later.length) say("last", end, `before ${called(later[0])}`);
    const { bottom } = end.getBoundingClientRect();
    if (question.getBoundingClientRect().top < high / 2 && bottom > high + 1) say("last", end, `ends at ${Math.round(bottom)} of ${high}`);
  }
}

// However long the page is: people, who of them is ahead, and undo are whole on the screen, on one that is not low the
// drawers, too, with room above.
function atHand() {
  const hand = document.querySelector(".at-hand:not(:has(.drawers > [open]))");
  if (!hand || scrollY) return;
  for (const row of document.querySelectorAll(".referee :is(.rows > .row, .acts)")) {
    const people = row.closest(".people");
    if (people && !shows(people) && document.querySelector(".hero table")) continue; // all of it is said there, once
    const box = row.getBoundingClientRect();
    const room = people?.getBoundingClientRect();
    if (box.bottom > high + 1) say("people", row, `ends at ${Math.round(box.bottom)} of ${high}`);
    if (room && box.bottom > room.bottom + 1) say("people", row, `ends ${Math.round(box.bottom - room.bottom)} px below its part`);
    const counts = [...row.querySelectorAll(".brief")]; // what of a score says who is ahead
    if (counts.length && !counts.some((one) => shows(one) && one.getBoundingClientRect().width)) say("score", row, "is not to be seen");
  }
  onward();
  counters(hand);
  answered(hand);
  holes(document.querySelector(".drawers"));
  if (high < 700) return;
  const { top, bottom } = hand.getBoundingClientRect();
  if (bottom > high + 1) say("hand", hand, `ends at ${Math.round(bottom)}`);
  if (top < high / 2 && hand.previousElementSibling?.getBoundingClientRect().bottom > top + 1) say("hand", hand, "takes half of the screen");
}

// Lying on its side, a low phone shows the first answer all the same: beside what is at hand, or above it.
function answered(hand) {
  const question = document.querySelector(".referee > .question:first-child:has([data-ask]):not(:has([data-wide]))");
  const answer = question && topmost(question);
  if (!answer || high >= 400) return;
  const { left, bottom } = answer.getBoundingClientRect();
  const beside = hand.querySelector(".foremost").getBoundingClientRect();
  const end = beside.left > left ? high : beside.top;
  if (bottom > end + 1) say("answer", answer, `ends at ${Math.round(bottom)} of ${Math.round(end)}`);
}

// However much is counted, what tells it is in sight, on a referee's page where nothing stands before it.
function counted() {
  for (const done of document.querySelectorAll(".question > .buttons > .picks:has(> .counter) > [data-confirm]:enabled")) {
    if (!shows(done) || scrollY || done.closest(".referee > .question:not(:first-child)")) continue;
    const { left, right, top, bottom } = done.getBoundingClientRect();
    const middle = (left + right) / 2;
    const seen = (y) => done.contains(document.elementFromPoint(middle, y));
    const form = done.parentElement.getBoundingClientRect();
    if (form.top < high - 160 && !(seen(top + 3) && seen(bottom - 3))) say("counter", done, `from ${Math.round(top)} to ${Math.round(bottom)} of ${high}`);
  }
}

// What is counted is whole above what is at hand, on a page that is not low and where nothing stands before it.
function counters(hand) {
  const [last] = [...document.querySelectorAll(".question:first-child > .buttons > .picks > .counter")].filter(shows).slice(-1);
  const below = last && high >= 700 ? last.getBoundingClientRect().bottom - hand.getBoundingClientRect().top : 0;
  if (below > 1) say("counter", last, `ends ${Math.round(below)} px below what is at hand`);
}

// What stands in rows fills them: the last one in a row ends where all of them do.
function holes(rows) {
  const parts = [...rows?.children ?? []].map((one) => one.getBoundingClientRect());
  const lasts = parts.filter(({ top }, at) => (parts[at + 1]?.top ?? Infinity) > top + 1);
  const end = rows?.getBoundingClientRect().right;
  for (const { right } of lasts) if (right < end - 1) say("hole", rows, `ends at ${Math.round(right)} of ${Math.round(end)}`);
}

// What tells a count has a rim that parts it from what passes under it: none of that lies there while nothing passes.
function veils() {
  for (const told of [...document.querySelectorAll(".picks > [data-confirm]")].filter(shows)) {
    const { order, boxShadow } = getComputedStyle(told);
    const rim = parseFloat(boxShadow.match(/0px 0px 0px ([\d.]+)px/)?.[1] ?? 0);
    if (scrollY || Number(order) >= 0) continue;
    const { top, bottom } = told.getBoundingClientRect();
    const above = told.closest(".question").querySelector("h2");
    const below = told.closest(".picks").querySelector(".counter p");
    const least = Math.min(above ? top - above.getBoundingClientRect().bottom : rim, below ? below.getBoundingClientRect().top - bottom : rim);
    if (least < rim - 1) say("under", told, `a rim of ${rim} px, and room for ${least.toFixed(1)}`);
  }
}

// Once a game is over, what begins the next one is whole and above all else.
function onward() {
  if (!document.querySelector(".referee .hero")) return;
  const next = document.querySelector("[data-next]") ?? document.querySelector("#again") ?? document.querySelector(".at-hand");
  const who = document.querySelector(".column.referee > .hero:first-child > h2");
  const below = next.closest(".foremost")?.getBoundingClientRect().top ?? high;
  const ends = who?.getBoundingClientRect().bottom ?? 0;
  if (!scrollY && ends > below + 1) say("win", who, `ends at ${Math.round(ends)} of ${Math.round(below)}`);
  const { left, right, top, bottom } = next.getBoundingClientRect();
  const seen = (x, y) => next.contains(document.elementFromPoint(x, y));
  const middle = (left + right) / 2;
  if (!next.matches("[data-next]") || !seen(middle, top + 2) || !seen(middle, bottom - 2)) say("next", next, `from ${Math.round(top)} to ${Math.round(bottom)} of ${high}`);
}

// A game that was won is what a wall shows: who has won has all of its width. A phone shows it from its top on, and
// so far that the name is read.
function won() {
  const name = document.querySelector(".column > .hero > h2");
  if (name && shows(name)) sight("win", name.parentElement, name);
  const why = document.querySelector(".hero > h2 ~ .big");
  const plain = (one) => one.textContent.trim().toLowerCase();
  if (why && shows(why) && plain(why).includes(plain(why.parentElement.querySelector("h2")))) say("again", why, "repeats who has won");
  if (!fixed || !document.querySelector(".wall-grid > .once-more")) return;
  const hero = document.querySelector(".wall-grid > .hero");
  const { width, height } = hero?.getBoundingClientRect() ?? { width: 0, height: 0 };
  if (width < 0.9 * wide || height < high / 3) say("win", hero ?? document.body, `${Math.round(width)} x ${Math.round(height)} of ${wide} x ${high}`);
}

// Who is not asked sees all of the table on one screen, and what is to be grabbed there comes with what is said above it.
function tables() {
  for (const pool of document.querySelectorAll(".column > .pool-card > [data-tap]")) if (shows(pool)) sight("table", pool.parentElement, pool);
  if (document.querySelector(".column > .question")) return;
  for (const look of document.querySelectorAll(".column > .table-look > svg, .column > .pool-card > svg")) if (shows(look)) sight("table", look, look);
}
