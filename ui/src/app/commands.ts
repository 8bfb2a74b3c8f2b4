// Every key of the window: commands, whose keys a person may change, and the keys of one place, which stay. What is pressed, the
// sheet of shortcuts, the command palette, the settings, menus and hints all read these two lists.
import { t } from "../text";
import "../text/en/app";

interface Command {
  id: string;
  says: string;
  keys: readonly string[];
  /** Other keys that do the same, and are shown nowhere. */
  also?: readonly string[];
  group: "asking" | "result" | "window";
}

export const COMMANDS = [
  { id: "question", says: t("app.commands.question"), keys: ["Ctrl", "L"], group: "asking" },
  { id: "ask", says: t("app.commands.ask"), keys: ["Ctrl", "Enter"], group: "asking" },
  { id: "find", says: t("app.commands.find"), keys: ["Ctrl", "F"], group: "result" },
  {
    id: "commands",
    says: t("app.commands.commands"),
    keys: ["Ctrl", "K"],
    also: ["Ctrl", "Shift", "P"],
    group: "window",
  },
  { id: "open", says: t("app.commands.open"), keys: ["Ctrl", "O"], group: "window" },
  { id: "about", says: t("app.commands.about"), keys: ["Ctrl", "I"], group: "window" },
  { id: "explore", says: t("app.commands.explore"), keys: ["Ctrl", "E"], group: "window" },
  { id: "pins", says: t("app.commands.pins"), keys: ["Ctrl", "D"], group: "window" },
  { id: "how", says: t("app.commands.how"), keys: ["Ctrl", "J"], group: "window" },
  { id: "search", says: t("app.commands.search"), keys: ["Ctrl", "Shift", "J"], group: "window" },
  { id: "faster", says: t("app.commands.faster"), keys: ["Ctrl", "M"], group: "window" },
  { id: "settings", says: t("app.commands.settings"), keys: ["Ctrl", ","], group: "window" },
  { id: "shortcuts", says: t("app.commands.shortcuts"), keys: ["?"], group: "window" },
] as const satisfies readonly Command[];

export type CommandId = (typeof COMMANDS)[number]["id"];

interface Placed extends Omit<Command, "group" | "also"> {
  group: "asking" | "result" | "diagram" | "sql";
}

/** Heard by the part of the window that has the focus. */
export const PLACED = [
  { id: "send", says: t("app.commands.send"), keys: ["Enter"], group: "asking" },
  { id: "line", says: t("app.commands.line"), keys: ["Shift", "Enter"], group: "asking" },
  { id: "earlier", says: t("app.commands.earlier"), keys: ["↑"], group: "asking" },
  { id: "leave", says: t("app.commands.leave"), keys: ["Esc"], group: "asking" },
  { id: "cells", says: t("app.commands.cells"), keys: ["←", "→", "↑", "↓"], group: "result" },
  { id: "all-cells", says: t("app.commands.allCells"), keys: ["Ctrl", "A"], group: "result" },
  { id: "copy", says: t("app.commands.copy"), keys: ["Ctrl", "C"], group: "result" },
  { id: "copy-named", says: t("app.commands.copyNamed"), keys: ["Ctrl", "Shift", "C"], group: "result" },
  { id: "inspect", says: t("app.commands.inspect"), keys: ["Enter"], group: "result" },
  { id: "menu", says: t("app.commands.menu"), keys: ["Shift", "F10"], group: "result" },
  { id: "width", says: t("app.commands.width"), keys: ["Alt", "←", "→"], group: "result" },
  {
    id: "place",
    says: t("app.commands.place"),
    keys: ["Alt", "Shift", "←", "→"],
    group: "result",
  },
  { id: "run", says: t("app.commands.run"), keys: ["Ctrl", "Enter"], group: "sql" },
  { id: "tables", says: t("app.commands.tables"), keys: ["←", "→", "↑", "↓"], group: "diagram" },
  { id: "nearer", says: t("app.commands.nearer"), keys: ["+"], group: "diagram" },
  { id: "farther", says: t("app.commands.farther"), keys: ["−"], group: "diagram" },
  { id: "fit", says: t("app.commands.fit"), keys: ["0"], group: "diagram" },
  { id: "enter", says: t("app.commands.enter"), keys: ["Enter"], group: "diagram" },
  { id: "around", says: t("app.commands.around"), keys: ["F"], group: "diagram" },
  { id: "pan", says: t("app.commands.pan"), keys: ["Shift", "←", "→"], group: "diagram" },
] as const satisfies readonly Placed[];

export type PlacedId = (typeof PLACED)[number]["id"];

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  target: EventTarget | null;
}

const KEPT = "askwell.keys";

type Own = Partial<Record<CommandId, readonly string[]>>;

let own: Own | null = null;

/** What the person changed. */
function changed(): Own {
  if (own) return own;
  try {
    own = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Own;
  } catch {
    // Neither storage nor sense in it: the keys are as at first.
    own = {};
  }
  return own;
}

const command = (id: CommandId): Command => COMMANDS.find((c) => c.id === id) as Command;

export function keysOf(id: CommandId | PlacedId): readonly string[] {
  return changed()[id as CommandId] ?? [...COMMANDS, ...PLACED].find((c) => c.id === id)?.keys ?? [];
}

const WORDS: Partial<Record<string, string>> = {
  Ctrl: t("app.keys.ctrl"),
  Shift: t("app.keys.shift"),
  Enter: t("app.keys.enter"),
};

/** What a keyboard of the person's language has written on the key. */
export function keyWord(key: string): string {
  return WORDS[key] ?? key;
}

/** "Ctrl+E", as a hint says it. */
export function shortcut(id: CommandId | PlacedId): string {
  return keysOf(id).map(keyWord).join("+");
}

export function isOwn(id: CommandId): boolean {
  return changed()[id] !== undefined;
}

/** `null`: as at first. */
export function setKeys(id: CommandId, keys: readonly string[] | null) {
  const { [id]: _, ...others } = changed();
  own = keys === null || keys.join() === command(id).keys.join() ? others : { ...others, [id]: keys };
  try {
    localStorage.setItem(KEPT, JSON.stringify(own));
  } catch {
    // Storage may be off; the keys then last as long as the window.
  }
}

/** The command that a key stands for, or null. */
export function pressed(e: Press): CommandId | null {
  const far = e.ctrlKey || e.metaKey;
  const stands = (all: readonly string[]) => {
    const key = all.at(-1) ?? "";
    // A key without Ctrl is a letter where something is typed, and may itself need Shift.
    if (!all.includes("Ctrl")) return !far && e.key === key && !typing(e.target);
    return far && e.shiftKey === all.includes("Shift") && e.key.toLowerCase() === key.toLowerCase();
  };
  const found =
    COMMANDS.find((c) => stands(keysOf(c.id))) ??
    COMMANDS.find((c: Command) => !isOwn(c.id as CommandId) && c.also !== undefined && stands(c.also));
  return found?.id ?? null;
}

export function typing(target: EventTarget | null): boolean {
  return (
    typeof HTMLElement !== "undefined" &&
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}
