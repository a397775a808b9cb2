// A board whose spaces are smaller than a thumb grows under it: the first tap brings its quarter near, the next one marks.
const SMALL_PX = 44;
const CHILD_PX = 56; // a small child's thumb is no surer than that
let near = null; // the board's quarter that is near, and of which question

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-whole]")) whole();
  const board = event.target.closest("[data-grows]");
  // Keys go from space to space however small they are, and a click of theirs has no count.
  if (board && event.detail && !board.dataset.quarter) grow(board, event);
});

// A new picture of the same question leaves it as near as it was.
document.addEventListener("table:state", () => {
  for (const board of document.querySelectorAll("[data-grows]")) {
    if (near && near.question === questionOf(board)) board.dataset.quarter = near.quarter;
  }
});

function questionOf(board) {
  return board.querySelector("input")?.name;
}

function grow(board, event) {
  const side = Number(board.dataset.grows);
  const { left, top, width, height } = board.getBoundingClientRect();
  if (width / side >= (board.closest(".child") ? CHILD_PX : SMALL_PX)) return;
  event.preventDefault();
  const right = event.clientX - left > width / 2;
  const below = event.clientY - top > height / 2;
  near = { question: questionOf(board), quarter: Number(right) + 2 * Number(below) };
  board.dataset.quarter = near.quarter;
}

function whole() {
  near = null;
  document.querySelectorAll("[data-quarter]").forEach((board) => board.removeAttribute("data-quarter"));
}
