// What a mark of a chart stands for, beside the pointer: a line each, name and value never apart.

const AWAY = 14;

function box(): HTMLElement {
  const known = document.querySelector<HTMLElement>(".chart-tip");
  if (known) return known;
  const made = document.createElement("div");
  made.className = "chart-tip";
  // The chart's own description says it to a screen reader.
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

/** `value`: names and values of one mark, or nothing. */
export function tooltip(
  _: unknown,
  event: { clientX: number; clientY: number },
  __: unknown,
  value: unknown,
) {
  const tip = box();
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) {
    tip.hidden = true;
    return;
  }
  tip.replaceChildren(
    ...Object.entries(value).map(([name, said]) => {
      const line = document.createElement("p");
      const key = document.createElement("span");
      key.textContent = name;
      const figure = document.createElement("b");
      figure.textContent = String(said);
      line.append(key, figure);
      return line;
    }),
  );
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const right = event.clientX + AWAY + width > window.innerWidth;
  const low = event.clientY + AWAY + height > window.innerHeight;
  tip.style.left = `${Math.max(4, right ? event.clientX - AWAY - width : event.clientX + AWAY)}px`;
  tip.style.top = `${Math.max(4, low ? event.clientY - AWAY - height : event.clientY + AWAY)}px`;
}
