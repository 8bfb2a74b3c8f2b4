// The ledger in words: what went where, and how honest a headline can be with what is known.
import type { LedgerEntry } from "../contract";
import { UNSENT } from "../models/words";
import { list, t } from "../text";
import "../text/en/ledger";

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
  if (of === 0)
    return searched
      ? { says: t("ledger.headline.noMatch"), more: "", left: false }
      : { says: t("ledger.headline.nothingLeft"), more: t("ledger.headline.notAsked"), left: false };
  const requests = t("common.requests", { count: of });
  if (left === 0)
    return {
      says: searched ? t("ledger.headline.foundNothingLeft") : t("ledger.headline.nothingLeft"),
      more: t("ledger.headline.inLedger", { requests }),
      left: false,
    };
  const out = entries.filter(wentOut);
  const hosts = listed([...new Set(out.map((e) => hostWords(e.destination)))].sort());
  if (entries.length >= of && out.length > 0) {
    const sent = { count: out.length, characters: t("common.characters", { count: left }), hosts };
    return {
      says: searched ? t("ledger.headline.foundSent", sent) : t("ledger.headline.sent", sent),
      more: of > out.length ? t("ledger.headline.stayed", { count: of - out.length }) : "",
      left: true,
    };
  }
  const newest = entries.length;
  return {
    says: searched
      ? t("ledger.headline.foundLeft", { count: left })
      : t("ledger.headline.left", { count: left }),
    more:
      out.length === 0
        ? t("ledger.headline.newestNone", { requests, newest })
        : t("ledger.headline.newest", { requests, newest, count: out.length, hosts }),
    left: true,
  };
}

function listed(names: string[]): string {
  return list(names);
}
