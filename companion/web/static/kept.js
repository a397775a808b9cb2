// A list of what families entered: one can be taken away.
import { tell } from "./post.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-drop]");
  if (!button) return;
  const { drop: what, id } = button.dataset;
  button.disabled = true;
  if (await tell(`/api/drop_${what}`, { [what]: id })) location.reload();
  else button.disabled = false;
});
