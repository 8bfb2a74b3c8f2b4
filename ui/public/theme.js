// Before the first paint, so that a dark window never flashes white. A file of its own because the
// window's policy forbids scripts inside the page.
(() => {
  let choice = "system";
  try {
    choice = localStorage.getItem("askwell.theme") || "system";
  } catch {}
  const dark =
    choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
