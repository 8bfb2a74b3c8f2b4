// What a screen reader says although nothing was focused.
const HOLD_MS = 30;

export function announce(text: string) {
  const region = document.getElementById("announcer");
  if (!region) return;
  // The same text twice would not be said twice.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = text;
  }, HOLD_MS);
}
