// Keeps the screen on while the page asks for it (data-awake), unless this phone was told that it may sleep.
// By the browser's own lock where it grants one, else (plain http) by a video that is drawn here and has no sound.
const SLOT = "awake";
const FRAME_MS = 1000; // a picture that never changes is no video to a browser
const own = "standalone" in navigator; // an iPhone sleeps as its settings say, whatever plays without sound

let allowed = read();
let lock = null;
let video = null;
let asking = false;
let drawing = 0;

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-awake-switch]")) allow(!allowed);
  settle(); // what was refused before is granted in a tap
});
document.addEventListener("visibilitychange", settle);
document.addEventListener("table:state", settle);
settle();

function wanted() {
  return allowed && Boolean(document.querySelector("[data-awake]"));
}

async function settle() {
  if (document.hidden || !wanted()) letGo();
  else if (!asking && !lock && (!video || video.paused)) {
    asking = true;
    await hold();
    asking = false;
    if (document.hidden || !wanted()) letGo();
  }
  advise();
}

async function hold() {
  try {
    const got = await navigator.wakeLock.request("screen");
    got.addEventListener("release", () => { if (lock === got) lock = null; });
    lock = got;
    stop();
  } catch {
    await play();
  }
}

function letGo() {
  lock?.release();
  lock = null;
  stop();
}

// Browsers count a video that is seen, so it lies in a corner of the screen, two dots wide.
async function play() {
  video ??= drawn();
  await video.play().catch(() => {});
}

function drawn() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const brush = canvas.getContext("2d");
  const made = document.createElement("video");
  Object.assign(made, { muted: true, playsInline: true, className: "awake-video" });
  made.setAttribute("aria-hidden", "true");
  made.srcObject = canvas.captureStream();
  let turn = 0;
  const draw = () => {
    brush.fillStyle = (turn += 1) % 2 ? "#000" : "#010101";
    brush.fillRect(0, 0, 2, 2);
  };
  draw();
  drawing = setInterval(draw, FRAME_MS);
  document.body.append(made);
  return made;
}

function stop() {
  clearInterval(drawing);
  if (!video) return;
  video.pause();
  for (const track of video.srcObject.getTracks()) track.stop();
  video.remove();
  video = null;
}

function read() {
  try { return localStorage.getItem(SLOT) !== "off"; } catch { return true; } // a private window keeps nothing
}

function allow(on) {
  allowed = on;
  try { localStorage.setItem(SLOT, on ? "on" : "off"); } catch { /* as above */ }
}

// What cannot be promised is not said: there the words say what the phone's owner can do.
function advise() {
  for (const words of document.querySelectorAll("[data-sleepy]")) {
    words.hidden = Boolean(lock) || (words.dataset.sleepy === "own" && !(own && wanted()));
  }
  const button = document.querySelector("[data-awake-switch]");
  if (!button) return;
  button.hidden = !document.querySelector("[data-awake]") || (own && !lock && allowed);
  button.textContent = allowed ? "Let the screen sleep" : "Keep the screen on";
}
