// What a table's keys and indexes say about one column, in words.
import type { Table } from "../contract";
import { t } from "../text";
import "../text/en/sidebar";

export function keyFacts(table: Table, column: string): string[] {
  const facts: string[] = [];
  if (table.primary_key.includes(column)) {
    const others = besides(table.primary_key, column);
    facts.push(others ? t("sidebar.keys.primaryWith", { others }) : t("sidebar.keys.primary"));
  }
  const indexed = new Set<string>();
  for (const index of table.indexes) {
    if (!index.columns.includes(column)) continue;
    if (index.unique) indexed.add(index.columns.join("\n"));
    const others = besides(index.columns, column);
    const { name } = index;
    if (index.unique)
      facts.push(
        others
          ? t("sidebar.keys.uniqueIndexWith", { others, name })
          : t("sidebar.keys.uniqueIndex", { name }),
      );
    else
      facts.push(others ? t("sidebar.keys.indexWith", { others, name }) : t("sidebar.keys.index", { name }));
  }
  for (const unique of table.unique) {
    if (!unique.includes(column) || indexed.has(unique.join("\n"))) continue;
    const others = besides(unique, column);
    facts.push(others ? t("sidebar.keys.uniqueWith", { others }) : t("sidebar.keys.unique"));
  }
  return facts;
}

/** The other columns of a key; empty where there are none. */
function besides(columns: readonly string[], column: string): string {
  return columns.filter((c) => c !== column).join(", ");
}
