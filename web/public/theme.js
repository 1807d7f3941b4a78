// Runs before the first paint, so that a chosen theme never flashes in the other one's colours.
(() => {
  try {
    const chosen = localStorage.getItem("roundtable.theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage may be closed to us; the system's choice then holds.
  }
})();
