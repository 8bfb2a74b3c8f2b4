// What a word can mean in a database: its tables, its columns, and values that begin as the person types.
import type { Catalog, Meaning, StoredValue } from "../contract";
import { t } from "../text";
import "../text/en/ask";

/** By the name that the person picks; the first of two that would be called the same. */
export function meanings(catalog: Catalog, values: readonly StoredValue[]): Map<string, Meaning> {
  const out = new Map<string, Meaning>();
  const put = (name: string, meaning: Meaning) => {
    if (!out.has(name)) out.set(name, meaning);
  };
  const alone = catalog.tables.length === 1;
  const of = (column: string, table: string) => (alone ? column : t("ask.complete.of", { column, table }));
  for (const { table, column, value } of values)
    put(`${value} (${of(column, table)})`, { kind: "value", table, column, value });
  for (const table of catalog.tables)
    for (const { name: column } of table.columns)
      put(of(column, table.name), { kind: "column", table: table.name, column });
  for (const { name: table } of catalog.tables) put(table, { kind: "table", table });
  return out;
}
