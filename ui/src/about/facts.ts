// Counts of a catalog for its page.
import type { Catalog, Source } from "../contract";
import { t } from "../text";
import "../text/en/aboutMore";

export interface KeyCounts {
  primary: number;
  declared: number;
  inferred: number;
}

export function keyCounts(catalog: Catalog): KeyCounts {
  const links = catalog.tables.flatMap((table) => table.foreign_keys);
  return {
    primary: catalog.tables.filter((table) => table.primary_key.length > 0).length,
    declared: links.filter((f) => f.origin.kind === "declared").length,
    inferred: links.filter((f) => f.origin.kind === "inferred").length,
  };
}

export function keySentence({ primary, declared, inferred }: KeyCounts): string {
  if (primary + declared + inferred === 0) return t("about.facts.noKeys");
  return [
    t("about.facts.primary", { count: primary }),
    t("about.facts.declared", { count: declared }),
    inferred === 0 ? t("about.facts.noneInferred") : t("about.facts.inferred", { n: inferred }),
  ].join(", ");
}

const DELIMITERS: Record<string, string> = {
  ",": t("about.sources.comma"),
  ";": t("about.sources.semicolon"),
  "\t": t("about.sources.tab"),
  "|": t("about.sources.bar"),
  " ": t("about.sources.space"),
};

/** "UTF-8, split at semicolons, names in the first row" in as many parts as the format has. */
export function readAs(source: Source): string[] {
  const parts: string[] = [];
  if (source.sheet !== null) parts.push(t("about.sources.sheet", { name: source.sheet }));
  if (source.encoding !== null) parts.push(source.encoding);
  if (source.delimiter !== null)
    parts.push(DELIMITERS[source.delimiter] ?? t("about.sources.splitAt", { mark: source.delimiter }));
  if (source.header !== null)
    parts.push(source.header ? t("about.sources.names") : t("about.sources.noNames"));
  return parts;
}
