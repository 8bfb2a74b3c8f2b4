// Every key of the window: commands, whose keys a person may change, and the keys of one place, which stay. What is pressed, the
// sheet of shortcuts, the command palette, the settings, menus and hints all read these two lists.

interface Command {
  id: string;
  says: string;
  keys: readonly string[];
  /** Other keys that do the same, and are shown nowhere. */
  also?: readonly string[];
  group: "Asking" | "Result" | "Window";
}

export const COMMANDS = [
  { id: "question", says: "Go to the question", keys: ["Ctrl", "L"], group: "Asking" },
  { id: "ask", says: "Ask, from anywhere", keys: ["Ctrl", "Enter"], group: "Asking" },
  { id: "find", says: "Find in the rows, or search the tables", keys: ["Ctrl", "F"], group: "Result" },
  {
    id: "commands",
    says: "All commands",
    keys: ["Ctrl", "K"],
    also: ["Ctrl", "Shift", "P"],
    group: "Window",
  },
  { id: "open", says: "Open your data", keys: ["Ctrl", "O"], group: "Window" },
  { id: "about", says: "About this database", keys: ["Ctrl", "I"], group: "Window" },
  { id: "explore", says: "Explore the data", keys: ["Ctrl", "E"], group: "Window" },
  { id: "pins", says: "Pinned answers", keys: ["Ctrl", "D"], group: "Window" },
  { id: "how", says: "How I got this", keys: ["Ctrl", "J"], group: "Window" },
  { id: "search", says: "The whole search", keys: ["Ctrl", "Shift", "J"], group: "Window" },
  { id: "faster", says: "Make a query faster", keys: ["Ctrl", "M"], group: "Window" },
  { id: "settings", says: "Settings", keys: ["Ctrl", ","], group: "Window" },
  { id: "shortcuts", says: "These shortcuts", keys: ["?"], group: "Window" },
] as const satisfies readonly Command[];

export type CommandId = (typeof COMMANDS)[number]["id"];

interface Placed extends Omit<Command, "group" | "also"> {
  group: "Asking" | "Result" | "Diagram" | "SQL";
}

/** Heard by the part of the window that has the focus. */
export const PLACED = [
  { id: "send", says: "Ask", keys: ["Enter"], group: "Asking" },
  { id: "line", says: "New line", keys: ["Shift", "Enter"], group: "Asking" },
  { id: "earlier", says: "Earlier questions", keys: ["↑"], group: "Asking" },
  { id: "leave", says: "Stop, or close what is open", keys: ["Esc"], group: "Asking" },
  { id: "cells", says: "Move; with Shift, select", keys: ["←", "→", "↑", "↓"], group: "Result" },
  { id: "all-cells", says: "Select all rows", keys: ["Ctrl", "A"], group: "Result" },
  { id: "copy", says: "Copy", keys: ["Ctrl", "C"], group: "Result" },
  { id: "copy-named", says: "Copy with column names", keys: ["Ctrl", "Shift", "C"], group: "Result" },
  { id: "inspect", says: "See a value in full; on a heading, sort", keys: ["Enter"], group: "Result" },
  { id: "menu", says: "Menu of the value or the heading", keys: ["Shift", "F10"], group: "Result" },
  { id: "width", says: "Column narrower, wider", keys: ["Alt", "←", "→"], group: "Result" },
  {
    id: "place",
    says: "Column to the left, to the right",
    keys: ["Alt", "Shift", "←", "→"],
    group: "Result",
  },
  { id: "run", says: "Run the query", keys: ["Ctrl", "Enter"], group: "SQL" },
  { id: "tables", says: "To the next table there", keys: ["←", "→", "↑", "↓"], group: "Diagram" },
  { id: "nearer", says: "Nearer", keys: ["+"], group: "Diagram" },
  { id: "farther", says: "Farther", keys: ["−"], group: "Diagram" },
  { id: "fit", says: "All in view", keys: ["0"], group: "Diagram" },
  { id: "enter", says: "Open the table", keys: ["Enter"], group: "Diagram" },
  { id: "around", says: "Around this table only, and back", keys: ["F"], group: "Diagram" },
  { id: "pan", says: "Move the view", keys: ["Shift", "←", "→"], group: "Diagram" },
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

/** "Ctrl+E", as a hint says it. */
export function shortcut(id: CommandId | PlacedId): string {
  return keysOf(id).join("+");
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
