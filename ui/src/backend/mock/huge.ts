// A schema as large as they come: 776 tables in 24 groups, 10,000 columns in one of them.
import type { Catalog, Column, Table } from "../../contract";

export const HUGE_TABLES = 776;
/** Of them, in a schema that is merely large. */
export const LARGE_TABLES = 150;
export const WIDE_COLUMNS = 10_000;

const GROUPS = [
  "Sales",
  "Purchasing",
  "Inventory",
  "Production",
  "Payroll",
  "Ledger",
  "Assets",
  "Projects",
  "Quality",
  "Service",
  "Marketing",
  "Web shop",
  "Shipping",
  "Customs",
  "Planning",
  "Maintenance",
  "Documents",
  "Security",
  "Reporting",
  "Master data",
  "Tax",
  "Treasury",
  "Contracts",
  "Archive",
];
const THINGS = ["header", "item", "status", "note", "price", "partner", "address", "change", "text", "plan"];

export const groupOf = (table: string): string | null =>
  GROUPS.find((g) => table.startsWith(prefix(g))) ?? null;

const prefix = (group: string) => `${group.toLowerCase().replace(/ /g, "_")}_`;

function integer(name: string): Column {
  return { name, declared_type: "INTEGER", kind: "integer", nullable: false, comment: null, labels: [] };
}

function nameOf(n: number): string {
  const group = GROUPS[n % GROUPS.length] ?? "";
  const round = Math.floor(n / GROUPS.length);
  const thing = THINGS[round % THINGS.length] ?? "";
  const turn = Math.floor(round / THINGS.length);
  return `${prefix(group)}${thing}${turn > 0 ? `_${turn + 1}` : ""}`;
}

function tableAt(n: number): Table {
  const name = nameOf(n);
  const table: Table = {
    name,
    schema: null,
    kind: "table",
    columns: [integer("id"), { ...integer("title"), declared_type: "TEXT", kind: "text", nullable: true }],
    primary_key: ["id"],
    foreign_keys: [],
    unique: [],
    indexes: [],
    rows: { count: 40 + ((n * 7919) % 90_000), exact: true },
    comment: null,
    source: null,
  };
  const head = nameOf(n % GROUPS.length);
  const link = (column: string, to_table: string, inferred: boolean) => {
    table.columns.push(integer(column));
    table.foreign_keys.push({
      columns: [column],
      to_table,
      to_columns: ["id"],
      origin: inferred
        ? { kind: "inferred", confidence: 0.91, why: "Every value is there, and the name says so." }
        : { kind: "declared" },
    });
  };
  if (n >= GROUPS.length) link("header_id", head, n % 5 === 0);
  if (n % 11 === 3) link("partner_id", nameOf((n + 19) % GROUPS.length), true);
  if (n === 1)
    for (let c = table.columns.length; c < WIDE_COLUMNS; c++) table.columns.push(integer(`reading_${c}`));
  return table;
}

/** Made when it is first opened. */
let made: Catalog | null = null;
export function huge(): Catalog {
  made ??= {
    dialect: "sqlite",
    engine: "SQLite 3.54.1",
    name: "huge",
    tables: Array.from({ length: HUGE_TABLES }, (_, n) => tableAt(n)),
  };
  return made;
}
