// Light, dark or as the system says; `public/theme.js` sets the first one before the page is painted.
import { useEffect, useState } from "react";

export type ThemeChoice = "system" | "light" | "dark";

const KEY = "askwell.theme";

export function useTheme(): { choice: ThemeChoice; dark: boolean; choose: (choice: ThemeChoice) => void } {
  const [choice, setChoice] = useState<ThemeChoice>(stored);
  const system = useMedia("(prefers-color-scheme: dark)");
  const dark = choice === "dark" || (choice === "system" && system);
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }, [dark]);
  const choose = (next: ThemeChoice) => {
    setChoice(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Storage may be off; the choice then lasts as long as the window.
    }
  };
  return { choice, dark, choose };
}

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const hear = () => setMatches(list.matches);
    hear();
    list.addEventListener("change", hear);
    return () => list.removeEventListener("change", hear);
  }, [query]);
  return matches;
}
