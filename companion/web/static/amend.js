// That was wrong: each tapped answer shows what would come of it; only "Agreed" tells the table.
import { told, watchForms } from "./picks.js";
import { tellOnce, toast } from "./post.js";

const page = document.querySelector("[data-amend]");
const answers = JSON.parse(page.dataset.answers);

watchForms();
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.ask) show(told(button));
  else if (button?.hasAttribute("data-agree")) agree(button);
});

function show(answer) {
  if (!answer) return;
  const question = Number(answer.ask.split(".")[1]);
  const all = [...answers, { question, key: answer.key, picks: answer.picks }];
  location.href = `/amend/${page.dataset.amend}?a=${encodeURIComponent(JSON.stringify(all))}`;
}

async function agree(button) {
  button.disabled = true;
  const of = Number(page.dataset.amend);
  const reply = await tellOnce("/api/amend", { of, answers, seen: Number(page.dataset.seen) });
  if (reply?.reply === "counts") location.href = page.dataset.home;
  else {
    button.disabled = false;
    if (reply) toast(reply.say, 0);
  }
}
