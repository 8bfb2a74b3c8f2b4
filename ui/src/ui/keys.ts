// Whether the person is at the keys. In a dialog the focus is moved by the program, and WebKit then shows it nowhere by
// itself: whoever came by keyboard has to see it there, too.

const ALONE = new Set(["Shift", "Control", "Alt", "Meta"]);

export function followKeys(root: HTMLElement = document.documentElement): void {
  addEventListener("keydown", (e) => !ALONE.has(e.key) && root.setAttribute("data-keys", ""), true);
  addEventListener("pointerdown", () => root.removeAttribute("data-keys"), true);
}
