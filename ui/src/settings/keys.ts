// Other keys for a command: what of a press is a shortcut, and what stands in its way.
import { COMMANDS, type CommandId, keysOf } from "../app/commands";

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** What the system or the fields need. */
const TAKEN: Record<string, string> = {
  a: "selects all",
  c: "copies",
  v: "pastes",
  x: "cuts",
  y: "does again",
  z: "undoes",
};

/** The keys of a press; null while only Ctrl, Shift or the like is held. */
export function keysIn(e: Press): string[] | null {
  if (["Control", "Meta", "Shift", "Alt", "AltGraph"].includes(e.key)) return null;
  const far = e.ctrlKey || e.metaKey;
  const key = e.key.length === 1 ? e.key.toUpperCase() : e.key;
  // A sign that itself needs Shift, such as "?", is named by the sign alone.
  const shift = e.shiftKey && (far || e.key.length > 1);
  return [...(far ? ["Ctrl"] : []), ...(shift ? ["Shift"] : []), ...(e.altKey ? ["Alt"] : []), key];
}

/** Why a command cannot have these keys; null: it can. */
export function hindrance(id: CommandId, keys: readonly string[]): string | null {
  const said = keys.join("+");
  const key = keys.at(-1) ?? "";
  if (keys.includes("Alt")) return `${said} is not possible: Alt writes letters on many keyboards. Use Ctrl.`;
  if (!keys.includes("Ctrl") && (key.length > 1 || /[\p{L}\p{N} ]/u.test(key)))
    return `${said} alone is needed for typing and moving about. Hold Ctrl with it.`;
  if (keys.includes("Ctrl") && key.length > 1 && key !== "Enter" && !/^F\d+$/.test(key))
    return `${said} moves the caret in a text. Use a letter, a sign or a function key.`;
  const usual = keys.length === 2 ? TAKEN[key.toLowerCase()] : undefined;
  if (usual) return `${said} ${usual} everywhere. Choose others.`;
  const other = COMMANDS.find(
    (c) => c.id !== id && keysOf(c.id).join("+").toLowerCase() === said.toLowerCase(),
  );
  return other ? `${said} is already “${other.says}”. Change that first, or choose others.` : null;
}
