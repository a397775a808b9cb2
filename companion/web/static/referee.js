// The referee's own handles: the caller, names, and who is let in.
import { tell } from "./post.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { pause, tempo, letIn, yes } = button.dataset;
  if (pause !== undefined) tell("/api/caller", { paused: pause === "1" });
  else if (tempo) tell("/api/caller", { tempo });
  else if (letIn) tell("/api/let_in", { knock: letIn, yes: yes === "1" });
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "every") return;
  document.getElementById("every-words").textContent = (event.target.value / 1000).toFixed(1);
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.id === "every") tell("/api/caller", { every_ms: Number(field.value) });
  if (field.dataset.seatName !== undefined && field.value.trim()) {
    tell("/api/names", { seat: Number(field.dataset.seatName), name: field.value.trim() });
  }
});
