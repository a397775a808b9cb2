// A board or deck that was taken away: is there a draft of it on this phone?
const link = document.getElementById("draft");

try {
  link.hidden = !Object.keys(localStorage).some((key) => key.endsWith(link.dataset.draft));
} catch { /* a private window keeps nothing */ }
