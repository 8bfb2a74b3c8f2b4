// Counts of a catalog for its page.
import type { Catalog, Source } from "../contract";
import { plural } from "../format/cell";

export interface KeyCounts {
  primary: number;
  declared: number;
  inferred: number;
}

export function keyCounts(catalog: Catalog): KeyCounts {
  const links = catalog.tables.flatMap((t) => t.foreign_keys);
  return {
    primary: catalog.tables.filter((t) => t.primary_key.length > 0).length,
    declared: links.filter((f) => f.origin.kind === "declared").length,
    inferred: links.filter((f) => f.origin.kind === "inferred").length,
  };
}

export function keySentence({ primary, declared, inferred }: KeyCounts): string {
  if (primary + declared + inferred === 0) return "None declared, none inferred";
  const parts = [plural(primary, "table with a primary key", "tables with a primary key")];
  parts.push(`${plural(declared, "link")} declared`);
  parts.push(inferred === 0 ? "none inferred" : `${inferred} inferred from the data`);
  return parts.join(", ");
}

const DELIMITERS: Record<string, string> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
  " ": "space",
};

/** "UTF-8, split at semicolons, names in the first row" in as many parts as the format has. */
export function readAs(source: Source): string[] {
  const parts: string[] = [];
  if (source.sheet !== null) parts.push(`sheet “${source.sheet}”`);
  if (source.encoding !== null) parts.push(source.encoding);
  if (source.delimiter !== null)
    parts.push(`split at ${DELIMITERS[source.delimiter] ?? `“${source.delimiter}”`}`);
  if (source.header !== null) parts.push(source.header ? "names in the first row" : "no row of names");
  return parts;
}
