// Sixty attempts at one question, as a large run with models has them: many writers, a dozen results, some attempts that
// fail and some that are mended. Made by counting, so that it is the same each time.
import type { Finding, ResultSet } from "../../contract";
import type { Query, Scenario } from "./contested";

const MANY = 60;
const WRITERS = [
  "reader",
  "ranked groups",
  "reasoning_a1",
  "standard_b2",
  "complex_b2a",
  "icl_c1",
  "reader, figure",
  "icl_c3, reasoning_a2",
];
/** How many of twenty attempts come to each result. */
const SHARES = "AAAAAABBBCCDDEFGHIJK";

const BROKEN: Finding = {
  code: "unknown_column",
  severity: "error",
  message: "There is no column “region_name” in customers.",
  hint: "The nearest is “region”.",
  engine: "no such column: c.region_name",
  engine_code: null,
  position: null,
};

function result(letter: string): ResultSet {
  const n = letter.charCodeAt(0) - 64;
  return {
    columns: [
      { name: "country", kind: "text" },
      { name: "revenue_per_order", kind: "real" },
    ],
    rows: ["Germany", "France", "Portugal", "Sweden"]
      .slice(0, 1 + (n % 4))
      .map((country, row) => [country, 1_625.2 / n - row * 31.7]),
    truncated: null,
  };
}

function query(n: number): Query {
  const letter = SHARES[(n * 7) % SHARES.length] ?? "A";
  const sql = `SELECT c.country, AVG(t.total) AS revenue_per_order\nFROM customers AS c JOIN (SELECT customer_id, SUM(quantity * unit_price) AS total FROM orders JOIN order_lines USING (order_id) GROUP BY order_id) AS t USING (customer_id)\nWHERE t.total > ${n}\nGROUP BY c.country ORDER BY 2 DESC`;
  const base = {
    generator: WRITERS[n % WRITERS.length] ?? "reader",
    sql,
    reading: `average of the totals of orders above ${n}, for each country of customers, from high to low`,
    belief: Math.round(1_000 / (n + 1)) / 1_000,
  };
  if (n % 11 === 10) return { ...base, failed: BROKEN, findings: [BROKEN] };
  const mended = n % 13 === 5 && {
    rule: "nearest_column",
    before: sql.replace("SELECT c.country", "SELECT c.country_name"),
    after: sql,
    why: "There is no column “country_name” in customers; the nearest is “country”.",
    worked: true,
  };
  return { ...base, cluster: letter, result: result(letter), ...(mended ? { repair: mended } : {}) };
}

export const crowd: Scenario = {
  words: [
    { words: "average", meaning: "the mean", table: "orders", column: null, by: "synonym", grammar: true },
    {
      words: "revenue",
      meaning: "quantity × unit price",
      table: "order_lines",
      column: "unit_price",
      by: "synonym",
    },
    { words: "order", meaning: "table", table: "orders", column: null, by: "name" },
    { words: "country", meaning: "column", table: "customers", column: "country", by: "name" },
  ],
  unplaced: ["crowd"],
  queries: Array.from({ length: MANY }, (_, n) => query(n)),
  outcome: {
    winner: 0,
    answer: {
      sentence: "The average revenue of an order is highest in Germany, at 1,625.20.",
      trust: "medium",
      reasons: ["18 of 55 queries give the same result."],
      steps: [
        ["Read the table customers.", null, 480],
        ["Matched with orders by customer number.", 480, 21_396, "order"],
        ["Made a group for each country.", 21_396, 2, "country"],
      ],
      notes: [],
    },
  },
  why: "11 different results; this one won 10 of 10 comparisons.",
};
