// How the person wants numbers written: as the system does, or in one of four ways. Days and words stay as they are.

export type Numbers = "system" | "comma" | "point" | "space" | "apostrophe";

/** A language that writes them so. */
const LOCALES: Record<Numbers, string | undefined> = {
  system: undefined,
  comma: "en-GB",
  point: "de-DE",
  space: "fr-FR",
  apostrophe: "de-CH",
};

const KEY = "askwell.numbers";

let chosen: Numbers | null = null;

export function numbers(): Numbers {
  chosen ??= stored();
  return chosen;
}

/** The locale of figures. */
export function figures(): string | undefined {
  return LOCALES[numbers()];
}

const writers = new Map<string | undefined, Intl.NumberFormat>();

/** A number as the person wants it; writers of numbers are costly to make and are kept. */
export function count(value: number, locale = figures()): string {
  const writer = writers.get(locale) ?? new Intl.NumberFormat(locale);
  writers.set(locale, writer);
  return writer.format(value);
}

export function chooseNumbers(next: Numbers) {
  chosen = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage may be off; the choice then lasts as long as the window.
  }
}

export function isNumbers(text: string | null): text is Numbers {
  return text !== null && text in LOCALES;
}

function stored(): Numbers {
  try {
    const text = localStorage.getItem(KEY);
    return isNumbers(text) ? text : "system";
  } catch {
    // A test without a browser has no storage either.
    return "system";
  }
}
