// Every command of the window with its keys, which a person may change. The keys that are pressed, the sheet of shortcuts, the
// command palette and the settings all read this one list.

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
  { id: "about", says: "About this database, and back", keys: ["Ctrl", "I"], group: "Window" },
  { id: "explore", says: "Explore the data, and back", keys: ["Ctrl", "E"], group: "Window" },
  { id: "pins", says: "Pinned answers, and back", keys: ["Ctrl", "D"], group: "Window" },
  { id: "how", says: "How I got this", keys: ["Ctrl", "J"], group: "Window" },
  { id: "search", says: "The whole search", keys: ["Ctrl", "Shift", "J"], group: "Window" },
  { id: "faster", says: "Make a query faster, and back", keys: ["Ctrl", "M"], group: "Window" },
  { id: "settings", says: "Settings, and back", keys: ["Ctrl", ","], group: "Window" },
  { id: "shortcuts", says: "These shortcuts", keys: ["?"], group: "Window" },
] as const satisfies readonly Command[];

export type CommandId = (typeof COMMANDS)[number]["id"];

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

export function keysOf(id: CommandId): readonly string[] {
  return changed()[id] ?? command(id).keys;
}

/** "Ctrl+E", as a hint says it. */
export function shortcut(id: CommandId): string {
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
