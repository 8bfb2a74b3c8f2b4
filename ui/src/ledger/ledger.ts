// The ledger in words: what went where, and how honest a headline can be with what is known.
import type { LedgerEntry } from "../contract";
import { count, plural } from "../format/cell";
import { UNSENT } from "../models/words";

export interface Known {
  entries: readonly LedgerEntry[];
  /** Of all that match; more than the entries where only the newest were read. */
  of: number;
  /** Characters sent to other machines by all that match. */
  left: number;
}

/** Whether its text went to another machine. One that was cut off may have arrived. */
export function wentOut(entry: LedgerEntry): boolean {
  if (!entry.leaves) return false;
  const { ended } = entry;
  if (ended.kind === "replied") return !ended.cached;
  return ended.kind === "sent" || !UNSENT.has(ended.failure.kind);
}

/** "api.example.com", without the port that every such address has. */
export function hostWords(destination: string): string {
  return destination.replace(/:443$/, "");
}

export interface Headline {
  says: string;
  more: string;
  left: boolean;
}

export function headline({ entries, of, left }: Known, searched: boolean): Headline {
  const whole = entries.length >= of;
  const out = entries.filter(wentOut);
  const hosts = [...new Set(out.map((e) => hostWords(e.destination)))].sort();
  const subject = searched ? "Of what was found, " : "";
  if (of === 0)
    return searched
      ? { says: "Nothing in the ledger matches.", more: "", left: false }
      : { says: "Nothing has left this computer.", more: "No model has been asked yet.", left: false };
  if (left === 0)
    return {
      says: searched ? "Of what was found, nothing left this computer." : "Nothing has left this computer.",
      more: `${plural(of, "request")} in the ledger.`,
      left: false,
    };
  const characters = `${plural(left, "character")}`;
  if (whole)
    return {
      says: `${subject}${plural(out.length, "request")}, ${characters} went to ${listed(hosts)}.`,
      more: of > out.length ? `${plural(of - out.length, "other")} stayed on this computer.` : "",
      left: true,
    };
  return {
    says: `${subject}${characters} have left this computer.`,
    more: `${plural(of, "request")} in the ledger; of the newest ${count(entries.length)}, ${
      out.length === 0 ? "none left" : `${count(out.length)} went to ${listed(hosts)}`
    }.`,
    left: true,
  };
}

export function listed(names: readonly string[]): string {
  if (names.length === 0) return "another computer";
  if (names.length === 1) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
