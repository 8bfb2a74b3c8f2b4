// The words of the window in the person's language. `main.tsx` settles the language before any screen is loaded, so that lists made
// once speak it, too; another choice holds when the window is loaded anew. What the engine says, like the questions it reads, is English.
import i18next from "i18next";
import { count } from "../format/numbers";
import type en from "./en";
import common from "./en/common.json";

export type Language = "en" | "de";
export type LanguageChoice = "system" | Language;

const KEY = "askwell.language";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

i18next.init({
  lng: "en",
  fallbackLng: "en",
  resources: { en: { translation: { common } } },
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});
// Numbers within a sentence are written as numbers elsewhere: `{{count, figure}}`.
i18next.services.formatter?.add("figure", (value: number) => count(value));

/** Messages of a room are loaded with the files that say them, which import `text/en/<room>`. */
export function say(room: object): void {
  i18next.addResourceBundle("en", "translation", room, true);
}

export const t = i18next.t;

export function languageChoice(): LanguageChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "en" || kept === "de" ? kept : "system";
  } catch {
    // A test without a browser has no storage.
    return "system";
  }
}

export function isLanguageChoice(text: string): text is LanguageChoice {
  return text === "system" || text === "en" || text === "de";
}

export function language(): Language {
  const choice = languageChoice();
  if (choice !== "system") return choice;
  return systemLanguage() === "de" ? "de" : "en";
}

/** The locale of days and hours: the system's, unless the window speaks another language than the system. */
export function dates(): string | undefined {
  const now = spoken();
  if (systemLanguage() === now) return undefined;
  return now === "de" ? "de-DE" : languageChoice() === "en" ? "en-GB" : undefined;
}

function systemLanguage(): string {
  return typeof navigator === "undefined" ? "en" : (navigator.language.split("-")[0] ?? "en").toLowerCase();
}

/** Loads the chosen language; English is always there. */
export async function speak(): Promise<void> {
  if (language() === "en") return;
  const { default: de } = await import("./de");
  i18next.addResourceBundle("de", "translation", de);
  await i18next.changeLanguage("de");
  document.documentElement.lang = "de";
}

/** Holds from the next loading of the window. */
export function chooseLanguage(next: LanguageChoice): void {
  try {
    if (next === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Storage may be off; the window then keeps the system's language.
  }
}

/** What the window speaks now. */
export function spoken(): Language {
  return i18next.language === "de" ? "de" : "en";
}

/** "a, b and c"; `unit` sets them side by side: "a, b, c". */
export function list(items: Iterable<string>, type: Intl.ListFormatType = "conjunction"): string {
  // British English has no comma before its "and".
  return new Intl.ListFormat(spoken() === "de" ? "de" : "en-GB", { type }).format(items);
}
