// A photo of the printed board under the drawn one, as a help. It never leaves this phone.

import { toast } from "../../post.js";
import { PHOTO, forgetPhotos } from "./split_draft.js";

const LONGEST_PX = 1400; // enough to see suits, small enough to be kept
const QUALITY = 0.75;
const INSET = 0.12; // where the rings lie at first
const FIRST = 0.05; // the middle of a corner space, of the board's side
const STEP_PX = 2;

const part = (id) => document.getElementById(id);

/** Wires the photo's controls for a board; `move(id)` keeps the photo with it under another id. */
export function setUpPhoto(board) {
  const shown = part("photo").querySelector("img");
  const rings = [...document.querySelectorAll(".ring")];
  let key = PHOTO + board;
  let now = null; // {url, corners: four [x, y] of 0..1 in the photo, strength}

  function keep() {
    try {
      forgetPhotos();
      if (now) localStorage.setItem(key, JSON.stringify(now));
    } catch { /* too large or not allowed: it is there until the page goes */ }
  }

  function draw() {
    part("fit").hidden = part("under").hidden = !now;
    document.getElementById("grid").classList.toggle("over-photo", Boolean(now));
    if (!now || !shown.naturalWidth) return;
    rings.forEach((ring, n) => {
      ring.style.left = `${now.corners[n][0] * 100}%`;
      ring.style.top = `${now.corners[n][1] * 100}%`;
    });
    part("strength").value = now.strength;
    part("under").style.opacity = now.strength / 100;
    lay();
  }

  function lay() {
    const side = part("grid").offsetWidth;
    const { naturalWidth: wide, naturalHeight: high } = shown;
    const from = now.corners.map(([x, y]) => [x * wide, y * high]);
    const to = [[FIRST, FIRST], [1 - FIRST, FIRST], [1 - FIRST, 1 - FIRST], [FIRST, 1 - FIRST]]
      .map(([x, y]) => [x * side, y * side]);
    const h = laidOver(from, to);
    // A knot in the rings has no picture.
    part("under").style.transform = h
      ? `matrix3d(${h[0]},${h[3]},0,${h[6]},${h[1]},${h[4]},0,${h[7]},0,0,1,0,${h[2]},${h[5]},0,1)` : "scale(0)";
  }

  function show(photo) {
    now = photo;
    shown.src = part("under").src = now ? now.url : "data:,";
    if (!now) return draw();
    shown.decode().then(draw, () => show(null));
  }

  async function take(file) {
    const url = await smaller(file).catch(() => "");
    if (!url) return toast("That picture cannot be read here. Take another one.");
    const [near, far] = [INSET, 1 - INSET];
    show({ url, corners: [[near, near], [far, near], [far, far], [near, far]], strength: 70 });
    keep();
  }

  function pull(ring, x, y) {
    const inside = (value) => Math.min(1, Math.max(0, value));
    now.corners[Number(ring.dataset.ring)] = [inside(x), inside(y)];
    draw();
  }

  for (const ring of rings) {
    ring.addEventListener("pointerdown", (event) => ring.setPointerCapture(event.pointerId));
    ring.addEventListener("pointermove", (event) => {
      if (!ring.hasPointerCapture(event.pointerId)) return;
      const box = shown.getBoundingClientRect();
      pull(ring, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    ring.addEventListener("pointerup", keep);
    ring.addEventListener("keydown", (event) => nudge(event, ring));
  }

  function nudge(event, ring) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const [x, y] = now.corners[Number(ring.dataset.ring)];
    const step = event.shiftKey ? 5 * STEP_PX : STEP_PX;
    pull(ring, x + way[0] * step / shown.clientWidth, y + way[1] * step / shown.clientHeight);
    keep();
  }

  part("camera").addEventListener("change", (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) take(file);
  });
  part("strength").addEventListener("input", (event) => { now.strength = Number(event.target.value); draw(); });
  part("strength").addEventListener("change", keep);
  part("no-photo").addEventListener("click", () => { show(null); keep(); });
  new ResizeObserver(() => now && draw()).observe(part("grid"));
  try { show(JSON.parse(localStorage.getItem(key))); } catch { show(null); }

  return {
    move(id) {
      key = PHOTO + id;
      if (now) keep();
    },
  };
}

/** A picture file as a small JPEG: cameras make them far larger than this is worth. */
async function smaller(file) {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const { naturalWidth: wide, naturalHeight: high } = picture;
    const scale = Math.min(1, LONGEST_PX / Math.max(wide, high));
    const paper = document.createElement("canvas");
    [paper.width, paper.height] = [Math.round(wide * scale), Math.round(high * scale)];
    paper.getContext("2d").drawImage(picture, 0, 0, paper.width, paper.height);
    return paper.toDataURL("image/jpeg", QUALITY);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * The projection that lays four points over four others, as nine numbers row by row; null for a knot.
 * Each pair gives two equations in its first eight, the ninth is 1.
 */
export function laidOver(from, to) {
  const rows = from.flatMap(([x, y], n) => {
    const [u, v] = to[n];
    return [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]];
  });
  for (let at = 0; at < 8; at += 1) {
    const best = rows.slice(at).reduce((most, row) => (Math.abs(row[at]) > Math.abs(most[at]) ? row : most));
    if (Math.abs(best[at]) < 1e-9) return null;
    const where = rows.indexOf(best);
    [rows[at], rows[where]] = [rows[where], rows[at]];
    rows[at] = rows[at].map((value) => value / best[at]);
    rows.forEach((row, n) => {
      if (n !== at) rows[n] = row.map((value, column) => value - row[at] * rows[at][column]);
    });
  }
  return [...rows.map((row) => row[8]), 1];
}
