// What the pages share on which a family enters something: what is wrong, in its place, with its rule; files.
import { post } from "./post.js";

/** Says a sentence in the line of this id, with a link to the rule of that game; "" takes it away. */
export function complain(id, sentence, rule = "", game = "") {
  const line = document.getElementById(id);
  line.hidden = !sentence;
  line.textContent = sentence;
  if (!rule) return;
  const link = document.createElement("a");
  link.href = `/rules/${game}#${rule}`;
  link.textContent = rule;
  line.append(" ", link);
}

/** The table's answer, or null with its sentence in the line of that id. */
export async function asked(url, body, id, game) {
  complain(id, "");
  try {
    const { ok, reply } = await post(url, body);
    if (!ok) complain(id, reply.say || "The table did not take that. Try once more.", reply.rule, game);
    return ok ? reply : null;
  } catch {
    complain(id, "Not sent: is the Wi-Fi on? What you entered is kept on this phone.");
    return null;
  }
}

/** Calls `open` with each file that is chosen in this field. */
export function onFile(field, open) {
  field.addEventListener("change", () => {
    const [file] = field.files;
    if (file) Promise.resolve(open(file)).finally(() => { field.value = ""; }); // the same one may be opened again
  });
}
