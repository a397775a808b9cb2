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

const NOT_THAT_ONE = [404, 409]; // it was taken away, or another version of it is kept by now

/**
 * The table's answer, or null with its sentence in the line of that id. `apart` is called where what is here
 * can be kept beside what the table has, but no longer in its place.
 */
export async function asked(url, body, id, game, apart = () => {}) {
  complain(id, "");
  try {
    const { ok, status, reply } = await post(url, body);
    if (NOT_THAT_ONE.includes(status)) apart();
    if (!ok) complain(id, reply.say || "The table did not take that. Try once more.", reply.rule, game);
    return ok ? reply : null;
  } catch {
    complain(id, "Not sent: is the Wi-Fi on? What you entered is kept on this phone.");
    return null;
  }
}

/** What is said of a draft that this phone still had. */
export function restored(draft) {
  const here = "What you had not saved is here again.";
  return draft.overtaken ? `${here} It was changed or taken away on another screen since: Undo shows that.` : here;
}

/** Calls `open` with each file that is chosen in this field. */
export function onFile(field, open) {
  field.addEventListener("change", () => {
    const [file] = field.files;
    if (file) Promise.resolve(open(file)).finally(() => { field.value = ""; }); // the same one may be opened again
  });
}
