import { Monitor, Moon, Sun } from "lucide-react";
import { Button } from "../ui/Button";
import type { ThemeChoice } from "./theme";

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const NAMES: Record<ThemeChoice, string> = { system: "as the system", light: "light", dark: "dark" };

export function ThemeToggle({
  choice,
  onChoose,
}: {
  choice: ThemeChoice;
  onChoose: (choice: ThemeChoice) => void;
}) {
  const Icon = ICONS[choice];
  return (
    <Button
      kind="quiet"
      testid="theme-toggle"
      label={`Colours: ${NAMES[choice]}. Change to ${NAMES[NEXT[choice]]}.`}
      onPress={() => onChoose(NEXT[choice])}
    >
      <Icon aria-hidden size={17} />
    </Button>
  );
}
