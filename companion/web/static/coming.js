// Follows who comes in while a page that is not live is open: hands over the page as it would be by now.

const SOON_MS = 200; // several who come at once are one look
const POLL_MS = 3000; // where the table has no stream left for us
let soon = 0;

/** Calls `meet` with this page, drawn anew, whenever somebody comes, goes or is called otherwise. */
export function follow(meet) {
  const look = () => { soon ||= setTimeout(async () => { soon = 0; await fetched(meet); }, SOON_MS); };
  listen(look);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
}

function listen(look) {
  const source = new EventSource("/api/events?page=join"); // the shortest page: its events alone are wanted
  source.addEventListener("let_in", look);
  source.onopen = look; // somebody may have come before it listened, or while it was cut off
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) setInterval(look, POLL_MS); };
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

async function fetched(meet) {
  const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) meet(new DOMParser().parseFromString(await answer.text(), "text/html"));
}
