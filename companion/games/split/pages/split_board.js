// The editor of SPLIT's board: a mark that runs along the rows, four suits to tap, or a brush.
import { turnOf } from "../../draft.js";
import { asked, complain, onFile, restored } from "../../entering.js";
import { toast } from "../../post.js";
import { BoardDraft, LETTERS, NAMES, SIDE, SPACES, rowsOf, spacesOf } from "./split_draft.js";
import { setUpPhoto } from "./split_photo.js";

const GAME = "split";
const FEW = 20; // gaps that are named: before that nobody has forgotten anything
const THUMB_PX = 56;
const SMALL_PX = 44; // a space below that grows as it is tapped
const main = document.getElementById("live");
const part = (id) => document.getElementById(id);
const cells = [...document.querySelectorAll(".space")];
let board = main.dataset.board;
const draft = new BoardDraft(board, main.dataset.version, spacesOf(main.dataset.rows), part("name").value);
let two = false; // the next two suits are of one space
let half = false; // and the first of them is there
let brush = null; // what a finger paints: a letter, "" for nothing; null while there is no brush
let forBrush = false; // whether a quarter is in sight for the brush's sake
let forTap = false; // or for that of a space that was small when it was tapped, until it is filled
let quarter = null; // the quarter in sight; null while all of the board is
let stroke = null; // the spaces that this stroke has painted, before it is one step

const rowOf = (space) => Math.floor(space / SIDE);
const columnOf = (space) => space % SIDE;
const quarterOf = (space) => (rowOf(space) < SIDE / 2 ? 0 : 2) + (columnOf(space) < SIDE / 2 ? 0 : 1);
const sorted = (letters) => LETTERS.filter((one) => letters.includes(one)).join("");

// --- the order of the spaces: along rows, of the board or of the quarter in sight --------------

const ORDER = Array.from({ length: SPACES }, (_, space) => space);
const QUARTERS = [...ORDER].sort((a, b) => quarterOf(a) - quarterOf(b) || a - b);

function beside(by) {
  const order = quarter === null || forTap ? ORDER : QUARTERS;
  const to = order[order.indexOf(draft.now.at) + by];
  return to ?? draft.now.at;
}

// --- drawing -------------------------------------------------------------------------------

function draw() {
  const spaces = stroke ?? draft.spaces;
  cells.forEach((cell, space) => {
    const row = brush === null && rowOf(space) === rowOf(draft.now.at);
    const look = { entry: spaces[space], at: space === draft.now.at, row, marks: brush === null };
    const key = JSON.stringify(look);
    if (cell.dataset.look === key) return; // of a hundred spaces a tap changes two
    cell.dataset.look = key;
    drawSpace(cell, space, look);
  });
  drawKeys();
  drawWindow();
  drawCheck(spaces);
}

function drawSpace(cell, space, { entry, at, row, marks }) {
  cell.querySelector("use").setAttribute("href", `#sp-${entry}`);
  cell.classList.toggle("bare", !entry);
  cell.classList.toggle("marked", at && marks);
  cell.classList.toggle("in-row", row);
  cell.tabIndex = at ? 0 : -1;
  cell.setAttribute("aria-selected", String(at && marks));
  cell.setAttribute("aria-label", `Row ${rowOf(space) + 1}, space ${columnOf(space) + 1}: ${said(entry)}`);
}

function said(entry) {
  return [...entry].map((letter) => NAMES[letter]).join(" and ") || "not filled";
}

function drawKeys() {
  for (const key of document.querySelectorAll("[data-suit]")) {
    if (brush === null) key.removeAttribute("aria-pressed");
    else key.setAttribute("aria-pressed", String(brush === key.dataset.suit));
  }
  part("two").setAttribute("aria-pressed", String(two));
  part("brush").setAttribute("aria-pressed", String(brush !== null));
  part("back").textContent = brush === null ? "Back" : "Empty";
  if (brush === null) part("back").removeAttribute("aria-pressed");
  else part("back").setAttribute("aria-pressed", String(brush === ""));
  part("undo").disabled = !draft.done.length;
  part("redo").disabled = !draft.undone.length;
  const [where, hint] = part("where").children;
  where.textContent = brush === null
    ? `Row ${rowOf(draft.now.at) + 1}, space ${columnOf(draft.now.at) + 1}` : "Brush";
  hint.textContent = hinted();
}

function hinted() {
  if (brush !== null) return two ? "adds a second suit" : "tap or drag along the spaces";
  if (two) return half ? "and its second suit?" : "both suits, one after the other";
  return "which suit?";
}

function drawWindow() {
  const near = quarter !== null;
  part("zoom").setAttribute("aria-pressed", String(near && !forTap));
  part("quarters").hidden = !near || forTap; // the keys stay where they are
  part("stage").dataset.quarter = near ? String(quarter) : "";
  document.querySelectorAll("[data-quarter]").forEach((one) => {
    if (one.tagName === "BUTTON") one.setAttribute("aria-pressed", String(Number(one.dataset.quarter) === quarter));
  });
}

function drawCheck(spaces) {
  const gaps = spaces.flatMap((entry, space) => (entry ? [] : [space]));
  const lost = LETTERS.filter((letter) => !spaces.some((entry) => entry.includes(letter)));
  const count = `${SPACES - gaps.length} of ${SPACES} spaces.`;
  const wanted = gaps.length && gaps.length <= FEW
    ? ` Missing: ${gaps.slice(0, 3).map((gap) => `row ${rowOf(gap) + 1}, space ${columnOf(gap) + 1}`).join("; ")}${gaps.length > 3 ? ` and ${gaps.length - 3} more` : ""}.` : "";
  const suits = gaps.length ? "" : lost.map((letter) => ` No space shows ${NAMES[letter]}.`).join("");
  part("check").textContent = gaps.length || suits ? count + wanted + suits : `All ${SPACES} spaces are filled.`;
  part("gap").hidden = !gaps.length || gaps.length === SPACES;
}

// --- entering ------------------------------------------------------------------------------

function press(letter) {
  if (brush !== null) {
    brush = letter;
    return draw();
  }
  const at = draft.now.at;
  const entry = two && half ? sorted(draft.spaces[at] + letter) : letter;
  const stays = two && (!half || entry.length < 2); // the same suit twice is one suit
  if (two) half = stays;
  if (!stays) two = false;
  put(at, entry, stays ? at : beside(1));
}

function put(space, entry, at) {
  seeAll();
  draft.change({ spaces: draft.spaces.map((one, n) => (n === space ? entry : one)), at });
  follow();
}

function back() {
  if (brush !== null) {
    brush = "";
    return draw();
  }
  const to = half ? draft.now.at : beside(-1);
  two = half = false;
  put(to, "", to);
}

/** All of the board again, where a quarter of it grew under a thumb. */
function seeAll() {
  if (forTap) quarter = null;
  forTap = false;
}

function go(to) {
  two = half = false;
  draft.note({ at: to });
  follow();
}

function show(space) {
  go(space);
  scrollTo(0, 0); // to where it is filled
}

function follow() {
  if (quarter !== null) quarter = quarterOf(draft.now.at);
  draw();
  if (document.activeElement.matches(".space")) cells[draft.now.at].focus({ preventScroll: true });
}

function turn(which) {
  two = half = false;
  if (draft[which]()) follow();
}

function paint(space) {
  const was = stroke[space];
  const adds = two && brush && was.length === 1;
  stroke[space] = adds ? sorted(was + brush) : brush;
}

function endStroke() {
  if (!stroke) return;
  const painted = stroke;
  stroke = null;
  if (painted.some((entry, space) => entry !== draft.spaces[space])) draft.change({ spaces: painted });
  draw();
}

part("grid").addEventListener("pointerdown", (event) => {
  const cell = event.target.closest(".space");
  if (!cell || brush === null) return;
  event.preventDefault(); // the finger paints, and neither scrolls nor marks
  part("grid").setPointerCapture(event.pointerId);
  stroke = [...draft.spaces];
  paint(Number(cell.dataset.space));
  draw();
});
part("grid").addEventListener("pointermove", (event) => {
  if (!stroke) return;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".space");
  if (!under || !part("grid").contains(under)) return;
  const space = Number(under.dataset.space);
  const before = stroke[space];
  if (before !== draft.spaces[space]) return; // painted by this very stroke
  paint(space);
  if (stroke[space] !== before) draw();
});
part("grid").addEventListener("pointerup", endStroke);
part("grid").addEventListener("pointercancel", endStroke);
part("grid").addEventListener("click", (event) => {
  const cell = event.target.closest(".space");
  if (!cell || brush !== null) return;
  const space = Number(cell.dataset.space);
  if (quarter === null && cell.getBoundingClientRect().width < SMALL_PX) {
    forTap = true;
    quarter = quarterOf(space);
  }
  go(space);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.suit) press(button.dataset.suit);
  else if (button.dataset.quarter) lookAt(Number(button.dataset.quarter));
  else acts[button.id]?.();
});

const acts = {
  two: () => { two = !two; half = false; draw(); },
  back,
  undo: () => turn("undo"),
  redo: () => turn("redo"),
  zoom: () => {
    seeAll();
    quarter = quarter === null ? quarterOf(draft.now.at) : null;
    draw();
  },
  brush: () => {
    brush = brush === null ? LETTERS[0] : null;
    two = half = false;
    seeAll();
    drawWindow();
    const small = cells[0].getBoundingClientRect().width < THUMB_PX;
    if (brush === null && forBrush) quarter = null;
    forBrush = brush !== null && small; // to be hit by a finger
    if (forBrush) quarter = quarterOf(draft.now.at);
    draw();
  },
  gap: () => show(draft.spaces.indexOf("")),
  save,
};

function lookAt(number) {
  quarter = number;
  if (brush === null) go(QUARTERS[number * SPACES / 4]);
  else draw();
}

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE };
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, .ring") || event.altKey) return;
  if (event.ctrlKey || event.metaKey) return shortcut(event);
  if (!event.target.matches(".space")) return; // letters mean suits on the board alone
  const key = event.key.toUpperCase();
  if (NAMES[key]) press(key);
  else if (key === "2") acts.two();
  else if (event.key === "Backspace" || event.key === "Delete") back();
  else return steer(event);
  event.preventDefault();
});

function shortcut(event) {
  const which = turnOf(event);
  if (!which) return;
  event.preventDefault();
  turn(which);
}

function steer(event) {
  const at = draft.now.at;
  const ends = { Home: at - columnOf(at), End: at - columnOf(at) + SIDE - 1 };
  const to = ends[event.key] ?? at + (ARROWS[event.key] ?? NaN);
  if (brush !== null && (event.key === " " || event.key === "Enter")) {
    stroke = [...draft.spaces];
    paint(at);
    endStroke();
  } else if (to >= 0 && to < SPACES) go(to);
  else return;
  event.preventDefault();
}

// --- saving, and files -----------------------------------------------------------------------

async function save() {
  part("saved").textContent = "";
  const gap = draft.spaces.indexOf("");
  if (gap >= 0) {
    complain("trouble", `Row ${rowOf(gap) + 1}, space ${columnOf(gap) + 1} is not filled yet.`, "H-Q20", GAME);
    return show(gap);
  }
  const name = part("name").value.trim() || part("name").placeholder;
  const then = draft.now;
  const known = board === "new" ? {} : { board, version: then.version };
  const typed = part("name").value;
  part("save").disabled = true;
  const reply = await asked("/api/boards", { ...known, name, rows: rowsOf(draft.spaces) }, "trouble", GAME, () => { board = "new"; });
  part("save").disabled = false;
  if (!reply) return;
  draft.saved(reply.board, reply.version, then);
  if (part("name").value === typed) part("name").value = reply.name;
  nowSaved(reply);
}

function nowSaved({ board: id, name }) {
  photo.move(id);
  board = id;
  history.replaceState(null, "", `/boards/${id}`);
  document.querySelector(".bar h1").textContent = name;
  part("download").href = `/api/boards/${id}`;
  part("download").hidden = part("play").hidden = false;
  part("saved").textContent = `“${name}” is saved. A new game of SPLIT can be played on it.`;
}

async function open(file) {
  const most = Number(main.dataset.fileMost);
  if (file.size > 2 * most) {
    return complain("file-trouble", `That is too long: a board's file has ${most} letters at most.`, "H-Q20", GAME);
  }
  const reply = await asked("/api/read_board", { file: await file.text() }, "file-trouble", GAME);
  if (!reply) return;
  if (!part("name").value) part("name").value = reply.name; // whole: Save says where it is too long
  two = half = false;
  draft.change({ spaces: spacesOf(reply.rows.join(",")), at: 0, name: part("name").value });
  follow();
  toast("The file's board is here. Save it to keep it.");
}

onFile(part("open"), open);
part("name").addEventListener("input", () => draft.note({ name: part("name").value }));

draft.onChange = () => { part("saved").textContent = ""; };
const photo = setUpPhoto(board);
part("name").value = draft.now.name;
if (location.hash === "#file") part("file").open = true;
if (draft.restored) toast(restored(draft));
draw();
