// A name that its place is too small for is said whole by a tap. Changes nothing else.
import { toast } from "./post.js";

document.addEventListener("click", ({ target }) => {
  const name = target.closest(".fits");
  if (name && !name.closest("button, a, label") && name.scrollWidth > name.clientWidth) toast(name.textContent.trim());
});
