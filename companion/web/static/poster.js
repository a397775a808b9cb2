// Keeps the evening's poster as a picture on this phone, or prints it; the server has drawn it.
import { tell } from "./post.js";

const SCALE = 2; // sharp on paper, too

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print-poster]")) {
    note();
    print();
  }
  const link = event.target.closest("[data-keep-poster]");
  if (!link) return;
  event.preventDefault();
  note();
  keep(link.href);
});

// The table says of which evenings a poster was kept, where somebody is forgotten.
const note = () => tell("/api/keep_poster", { sure: true });

async function keep(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * SCALE;
  canvas.height = picture.naturalHeight * SCALE;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob(save, "image/png");
}

function save(png) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(png);
  link.download = "splash.png";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a slow phone still reads it
}
