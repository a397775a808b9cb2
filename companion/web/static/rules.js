// The little book: finds words in it, and prints all of it. Without this it is a plain page.
const field = document.getElementById("find");
const said = document.getElementById("found");
const parts = [...document.querySelectorAll("[data-find]")];
const reasons = [...document.querySelectorAll("details.why")];
const sections = [...document.querySelectorAll("main > section")];

const plain = (words) => words.toLowerCase().replaceAll("’", "'");

function find() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const part of parts) {
    const text = plain(part.textContent);
    const here = words.every((word) => text.includes(word));
    part.hidden = !here;
    found += here;
  }
  for (const reason of reasons) reason.open = words.length > 0 && !reason.closest("[hidden]");
  for (const section of sections) section.hidden = !section.querySelector("[data-find]:not([hidden])");
  document.querySelector(".contents").hidden = words.length > 0;
  said.textContent = !words.length ? "" : found ? `Found: ${found}` : "Nothing here says that. Try one word.";
}

for (const one of document.querySelectorAll(".find, [data-print]")) one.hidden = false;
field.addEventListener("input", find);
document.querySelector("[data-print]").addEventListener("click", () => print());

// On paper nothing can be opened.
let opened = [];
addEventListener("beforeprint", () => {
  opened = reasons.filter((one) => !one.open);
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
});
