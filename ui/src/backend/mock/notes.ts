// What is wrong with the invented data, and what its words mean.
import type { Catalog, HealthNote, Term } from "../../contract";

const HARBOR: HealthNote[] = [
  {
    kind: "orphaned_key",
    table: "shipments",
    column: "order_id",
    says: "37 shipments name an order that does not exist.",
    means: "Answers that join shipments with orders leave these 37 out.",
    examples: ["20911", "20934", "21002"],
    rows: { count: 37, exact: true },
  },
  {
    kind: "near_duplicates",
    table: "shipments",
    column: "carrier",
    says: "Two carriers are written in several ways.",
    means: "Counts by carrier come out as five where there are three.",
    examples: ["Northfreight", "NORTHFREIGHT", "Kestrel", "kestrel "],
    rows: { count: 4102, exact: true },
  },
  {
    kind: "date_in_text",
    table: "orders",
    column: "order_date",
    says: "Dates are kept as text, as in 2026-10-29.",
    means: "Askwell reads them as dates; other programs may sort them as words.",
    examples: ["2026-10-29", "2022-01-03"],
    rows: { count: 20_480, exact: true },
  },
  {
    kind: "date_in_text",
    table: "customers",
    column: "customer_since",
    says: "Dates are kept as text, as in 2019-04-12.",
    means: "Askwell reads them as dates; other programs may sort them as words.",
    examples: ["2019-04-12"],
    rows: { count: 640, exact: true },
  },
  {
    kind: "mostly_empty",
    table: "customers",
    column: "notes",
    says: "93% of the customers have no notes.",
    means: "An answer about notes speaks of 45 customers only.",
    examples: [],
    rows: { count: 595, exact: true },
  },
  {
    kind: "number_in_text",
    table: "stock",
    column: "last_counted",
    says: "About 1,100 numbers are kept as text.",
    means: "Sums need them turned into numbers first; Askwell does that.",
    examples: ["20260114", "20260201"],
    rows: { count: 1100, exact: false },
  },
  {
    kind: "one_value",
    table: "products",
    column: "discontinued",
    says: "Every product has the same value, 0.",
    means: "A question about discontinued products finds none.",
    examples: ["0"],
    rows: { count: 420, exact: true },
  },
];

export function notesOf(catalog: Catalog): HealthNote[] {
  if (catalog.name === "Harbor Goods") return HARBOR;
  if (catalog.name !== "huge")
    return catalog.tables
      .filter((t) => t.rows?.count === 0)
      .map((t) => ({
        kind: "empty_table",
        table: t.name,
        column: null,
        says: "This table has no rows.",
        means: "Nothing can be answered from it.",
        examples: [],
        rows: { count: 0, exact: true },
      }));
  return catalog.tables.map((t) => ({
    kind: "stale",
    table: t.name,
    column: "title",
    says: "The newest row is two years old.",
    means: "A question about this year finds nothing here.",
    examples: ["2024-11-02"],
    rows: t.rows,
  }));
}

export function termsOf(catalog: Catalog): Term[] {
  if (catalog.name !== "Harbor Goods") return [];
  return [
    {
      name: "open order",
      definition: "An order that is neither sent nor cancelled.",
      meaning: { kind: "filter", table: "orders", sql: "status IN ('P', 'C')" },
    },
    {
      name: "revenue",
      definition: "What customers were billed, without freight.",
      meaning: {
        kind: "formula",
        table: "order_lines",
        sql: "SUM(quantity * unit_price * (1 - COALESCE(disc_pct, 0) / 100.0))",
      },
    },
    {
      name: "Vereinigte Niederlande",
      definition: "Another name of the Netherlands.",
      meaning: { kind: "value", table: "customers", column: "country", value: "Netherlands" },
    },
  ];
}
