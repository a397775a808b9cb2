// A sheet to print: its button opens the printer's window. Without this the browser's own menu does.
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
