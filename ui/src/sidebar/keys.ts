// What a table's keys and indexes say about one column, in words.
import type { Table } from "../contract";

export function keyFacts(table: Table, column: string): string[] {
  const facts: string[] = [];
  if (table.primary_key.includes(column)) facts.push(together("Primary key", table.primary_key, column));
  const indexed = new Set<string>();
  for (const index of table.indexes) {
    if (!index.columns.includes(column)) continue;
    if (index.unique) indexed.add(index.columns.join("\n"));
    facts.push(`${together(index.unique ? "Unique index" : "Index", index.columns, column)}: ${index.name}`);
  }
  for (const unique of table.unique) {
    if (!unique.includes(column) || indexed.has(unique.join("\n"))) continue;
    facts.push(together("Unique", unique, column));
  }
  return facts;
}

function together(what: string, columns: readonly string[], column: string): string {
  const others = columns.filter((c) => c !== column);
  return others.length === 0 ? what : `${what} with ${others.join(", ")}`;
}
