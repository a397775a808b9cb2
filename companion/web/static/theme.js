// Chooses day or dusk before the first paint; only looks, never words or state.
// A classic script in the head, so that the page is never painted twice.
(() => {
  const root = document.documentElement;
  const dusk = matchMedia("(prefers-color-scheme: dark)");
  const pageSays = root.dataset.theme;
  const slot = `theme-${pageSays}`; // the wall's choice is not the phone's
  const chosen = () => {
    try { return localStorage.getItem(slot); } catch { return null; } // private windows may forbid it
  };
  const apply = () => {
    // A wall is dusk until somebody says otherwise; a phone follows its owner.
    root.dataset.theme = chosen() ?? (pageSays === "light" && dusk.matches ? "dark" : pageSays);
  };
  apply();
  dusk.addEventListener("change", apply);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    event.preventDefault();
    try { localStorage.setItem(slot, root.dataset.theme === "dark" ? "light" : "dark"); } catch { return; }
    apply();
  });
})();
