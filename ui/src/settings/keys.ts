// Other keys for a command: what of a press is a shortcut, and what stands in its way.
import { COMMANDS, type CommandId, keysOf, keyWord } from "../app/commands";
import { t } from "../text";
import "../text/en/settings";

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** What the system or the fields need. */
const TAKEN: Record<string, "selectAll" | "copy" | "paste" | "cut" | "redo" | "undo"> = {
  a: "selectAll",
  c: "copy",
  v: "paste",
  x: "cut",
  y: "redo",
  z: "undo",
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
  const said = keys.map(keyWord).join("+");
  const key = keys.at(-1) ?? "";
  if (keys.includes("Alt")) return t("settings.keys.alt", { keys: said });
  if (!keys.includes("Ctrl") && (key.length > 1 || /[\p{L}\p{N} ]/u.test(key)))
    return t("settings.keys.alone", { keys: said });
  if (keys.includes("Ctrl") && key.length > 1 && key !== "Enter" && !/^F\d+$/.test(key))
    return t("settings.keys.caret", { keys: said });
  const usual = keys.length === 2 ? TAKEN[key.toLowerCase()] : undefined;
  if (usual) return t(`settings.keys.taken.${usual}`, { keys: said });
  const pressed = keys.join("+").toLowerCase();
  const other = COMMANDS.find((c) => c.id !== id && keysOf(c.id).join("+").toLowerCase() === pressed);
  return other ? t("settings.keys.other", { keys: said, command: other.says }) : null;
}
