// Keeps the evening's poster as a picture on this phone, or prints it; the server has drawn it.
import { tell, toast } from "./post.js";

const SCALE = 2; // sharp on paper, too

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print-poster]")) onPaper();
  const link = event.target.closest("[data-keep-poster]");
  if (!link) return;
  event.preventDefault();
  keep(link.href);
});

// The table says of which evenings a poster was kept, where somebody is forgotten.
const note = () => tell("/api/keep_poster", { sure: true });

// On paper there is nothing but the picture: it is waited for.
async function onPaper() {
  if (!await there(document.querySelector(".poster"))) return;
  note();
  print();
}

async function there(picture) {
  if (picture.complete && !picture.naturalWidth) picture.src = picture.src; // it did not come: once more
  const came = await picture.decode().then(() => true, () => false);
  if (!came) toast("The picture has not come. Is the Wi-Fi on? Try once more.");
  return came;
}

async function keep(address) {
  const picture = new Image();
  picture.src = address;
  if (!await there(picture)) return;
  note();
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
