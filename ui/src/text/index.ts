// The words of the window in the person's language. `main.tsx` settles the language before any screen is loaded, so that lists made
// once speak it, too; another choice holds when the window is loaded anew. What the engine says, like the questions it reads, is English.
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { count } from "../format/cell";
import en from "./en";

export type Language = "en" | "de";
export type LanguageChoice = "system" | Language;

const KEY = "askwell.language";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  resources: { en: { translation: en } },
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});
// Numbers within a sentence are written as numbers elsewhere: `{{count, figure}}`.
i18next.services.formatter?.add("figure", (value: number) => count(value));

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
  const chosen = language();
  if (systemLanguage() === chosen) return undefined;
  return chosen === "de" ? "de-DE" : languageChoice() === "en" ? "en-GB" : undefined;
}

function systemLanguage(): string {
  return typeof navigator === "undefined" ? "en" : (navigator.language.split("-")[0] ?? "en").toLowerCase();
}

/** Loads the chosen language; English is always there. */
export async function speak(): Promise<void> {
  const chosen = language();
  if (typeof document !== "undefined") document.documentElement.lang = chosen;
  if (chosen === "en") return;
  const { default: de } = await import("./de");
  i18next.addResourceBundle("de", "translation", de);
  await i18next.changeLanguage("de");
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
