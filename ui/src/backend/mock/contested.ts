// Scenarios with several readings: they agree, nearly agree, and disagree.
import type {
  Answer,
  Caution,
  Chart,
  Declined,
  Enough,
  Finding,
  Problem,
  RepairAttempt,
  ResultSet,
  Trust,
} from "../../contract";
import { asNumber, raw } from "../../format/cell";
import type { Told } from "./apart";
import { bestCustomers, monthly, one } from "./results";

export interface Query {
  generator: string;
  sql: string;
  reading: string;
  belief: number;
  /** The letter of its cluster; absent: it failed. */
  cluster?: string;
  result?: ResultSet;
  rows?: number;
  ms?: number;
  failed?: Finding;
  findings?: Finding[];
  repair?: Omit<RepairAttempt, "candidate">;
}

/** A step of an answer: what it did, the rows into and out of it, and the words of the question that it answers to. */
export type Traced = [text: string, rows_in: number | null, rows_out: number | null, ...words: string[]];

export interface Scenario {
  /** Word of the question, what it means, and where: table, column, value. */
  words: {
    words: string;
    meaning: string;
    table: string;
    column: string | null;
    value?: string;
    by: string;
    /** It stands for no table and no column. */
    grammar?: boolean;
  }[];
  cautions?: Caution[];
  enough?: Enough;
  unplaced?: string[];
  queries: Query[];
  outcome:
    | {
        answer: Partial<Omit<Answer, "steps">> & {
          sentence: string;
          trust: Trust;
          reasons: string[];
          steps: Traced[];
        };
        winner: number;
      }
    | { declined: Declined }
    | { problem: Problem };
  why?: string;
  /** What tells its two leading results apart. */
  told?: Told;
}

const lateSyntax: Finding = {
  code: "unknown_column",
  severity: "error",
  message: "There is no column “customers.name”.",
  hint: "The nearest is “customers.company_name”.",
  engine: "no such column: customers.name",
  engine_code: null,
  position: null,
};

/** As the engine writes a chart: the first column names, the last one measures. */
export function bars(title: string, rows: ResultSet, x: string, y: string, line: boolean): Chart {
  const words = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");
  const values = rows.rows.map((row) => ({
    label: raw(row[0] ?? null),
    value: asNumber(row[rows.columns.length - 1] ?? null),
  }));
  const label = {
    field: "label",
    type: line ? "temporal" : "nominal",
    sort: line ? undefined : null,
    title: words(x),
  };
  const value = { field: "value", type: "quantitative", title: words(y) };
  return {
    title,
    spec: JSON.stringify({
      $schema: "https://vega.github.io/schema/vega-lite/v6.json",
      data: { values },
      mark: { type: line ? "line" : "bar", tooltip: true, point: line },
      encoding: line ? { x: label, y: value } : { x: value, y: label },
      usermeta: { label: words(x), value: words(y), series: null, other: null },
    }),
  };
}

const FRANCE_SQL = "SELECT COUNT(*) AS customers FROM customers WHERE country = 'France'";

export const france: Scenario = {
  words: [
    { words: "customers", meaning: "the table customers", table: "customers", column: null, by: "name" },
    {
      words: "france",
      meaning: "country is 'France'",
      table: "customers",
      column: "country",
      value: "France",
      by: "value",
    },
    {
      words: "How many",
      meaning: "count the rows",
      table: "customers",
      column: null,
      by: "synonym",
      grammar: true,
    },
  ],
  queries: [
    {
      generator: "count by value",
      sql: FRANCE_SQL,
      reading: "customers whose country is 'France', counted",
      belief: 0.92,
      cluster: "A",
      result: one("customers", "integer", 71),
    },
    {
      generator: "key count",
      sql: "SELECT COUNT(customer_id) AS customers FROM customers WHERE country = 'France'",
      reading: "customer numbers of customers whose country is 'France', counted",
      belief: 0.81,
      cluster: "A",
      result: one("customers", "integer", 71),
    },
    {
      generator: "distinct",
      sql: "SELECT COUNT(DISTINCT customer_id) AS customers FROM customers WHERE country = 'France'",
      reading: "different customers whose country is 'France', counted",
      belief: 0.74,
      cluster: "A",
      result: one("customers", "integer", 71),
    },
    {
      generator: "through orders",
      sql: "SELECT COUNT(DISTINCT o.customer_id) AS customers\nFROM orders AS o JOIN customers AS c ON c.customer_id = o.customer_id\nWHERE c.country = 'France'",
      reading: "customers with orders whose country is 'France', counted",
      belief: 0.41,
      cluster: "B",
      result: one("customers", "integer", 68),
      findings: [
        {
          code: "join_drops_rows",
          severity: "warning",
          message: "Joining orders leaves out customers who never ordered.",
          hint: null,
          engine: null,
          engine_code: null,
          position: null,
        },
      ],
    },
  ],
  outcome: {
    winner: 0,
    answer: {
      sentence: "There are 71 customers whose country is “France”.",
      headline: "71",
      trust: "high",
      reasons: [
        "3 of 4 different queries give the same result.",
        "“france” is a value of customers.country, spelled “France” there.",
        "Every word of the question is accounted for.",
      ],
      steps: [
        ["Read the table customers.", null, 640, "customers"],
        ["Kept only rows where country is 'France'.", 640, 71, "france"],
        ["Counted the rows.", 71, 1, "How many"],
      ],
      notes: ["“france” was matched to “France” in customers.country."],
    },
  },
  why: "3 of 4 agree.",
  told: {
    says: "One counts only rows that have a match in orders, the other does not ask for that.",
    condition: { cluster: "B", words: "rows have a match in orders" },
  },
};

const MONTHLY_SQL = `SELECT strftime('%Y-%m', o.order_date) AS month, ROUND(SUM(l.quantity * l.unit_price * (1 - COALESCE(l.disc_pct, 0) / 100.0)), 2) AS sales
FROM orders AS o JOIN order_lines AS l ON l.order_id = o.order_id
WHERE o.order_date >= '2024-01-01' AND o.order_date < '2025-01-01'
GROUP BY month ORDER BY month`;

export const months: Scenario = {
  words: [
    {
      words: "sales",
      meaning: "quantity × unit price of order lines, less discount",
      table: "order_lines",
      column: "unit_price",
      by: "synonym",
    },
    {
      words: "by month",
      meaning: "one row for each month of order_date",
      table: "orders",
      column: "order_date",
      by: "similar",
    },
    { words: "2024", meaning: "order_date in 2024", table: "orders", column: "order_date", by: "value" },
  ],
  queries: [
    {
      generator: "measure by period",
      sql: MONTHLY_SQL,
      reading: "sales of orders dated 2024, added up for each month",
      belief: 0.86,
      cluster: "A",
      result: monthly,
    },
    {
      generator: "period filter on text",
      sql: MONTHLY_SQL.replace(
        "o.order_date >= '2024-01-01' AND o.order_date < '2025-01-01'",
        "substr(o.order_date, 1, 4) = '2024'",
      ),
      reading: "sales of orders whose date begins with 2024, for each month",
      belief: 0.7,
      cluster: "A",
      result: monthly,
    },
    {
      generator: "payments",
      sql: "SELECT strftime('%Y-%m', p.paid_on, 'unixepoch') AS month, SUM(p.amount) AS sales\nFROM payments AS p\nWHERE strftime('%Y', p.paid_on, 'unixepoch') = '2024'\nGROUP BY month ORDER BY month",
      reading: "payments received in 2024, added up for each month",
      belief: 0.35,
      cluster: "B",
      result: {
        ...monthly,
        rows: monthly.rows.map(([m, v]) => [m ?? null, Math.round(Number(v) * 0.93 * 100) / 100]),
      },
    },
  ],
  outcome: {
    winner: 0,
    answer: {
      sentence:
        "Sales in 2024 rose from 184,220.40 in January to 342,081.35 in December, 2,933,327.60 in all.",
      trust: "medium",
      reasons: [
        "2 of 3 queries give the same result.",
        "“sales” is no column: it was read as quantity × unit price, less discount.",
      ],
      steps: [
        ["Read the table orders.", null, 20_480],
        ["Joined the table order_lines where l.order_id is o.order_id.", 20_480, 60_114],
        ["Kept only rows where o.order_date is at least '2024-01-01'.", 60_114, 31_427, "2024"],
        ["Kept only rows where o.order_date is less than '2025-01-01'.", 31_427, 15_872, "2024"],
        ["Made a group for each month of o.order_date.", 15_872, 12, "by month"],
        [
          "Added up l.quantity times l.unit_price times (1 minus (l.disc_pct, or 0 where it is missing) divided by 100) of each group.",
          12,
          12,
          "sales",
        ],
        ["Sorted by month, lowest first.", 12, 12, "by month"],
      ],
      notes: [
        "“2024” is read as 1 January 2024 to 31 December 2024.",
        "13 order lines of 2024 have no discount; they count at full price.",
      ],
      assumed: [
        {
          kind: "time",
          says: "“2024” is read as 1 January 2024 to 31 December 2024.",
          note: 0,
          weighs: false,
        },
        { kind: "join", says: "order lines matched with orders by order number", note: null, weighs: false },
      ],
      chart: bars("Sales by month, 2024", monthly, "month", "sales", true),
    },
  },
  why: "2 of 3 agree.",
};

const bySales =
  "SELECT c.company_name, c.country, ROUND(SUM(l.quantity * l.unit_price), 2) AS total_sales\nFROM customers AS c JOIN orders AS o ON o.customer_id = c.customer_id JOIN order_lines AS l ON l.order_id = o.order_id\nGROUP BY c.customer_id ORDER BY total_sales DESC LIMIT 10";

export const best: Scenario = {
  words: [
    { words: "customers", meaning: "the table customers", table: "customers", column: null, by: "name" },
    {
      words: "best",
      meaning: "largest total of order lines",
      table: "order_lines",
      column: "unit_price",
      by: "synonym",
    },
  ],
  unplaced: ["this"],
  cautions: [
    {
      trap: "elsewhere",
      says: "order_lines has no order_date: it stands in orders, by order_lines.order_id = orders.order_id.",
      of_data: false,
    },
  ],
  enough: { agree: 3, ran: 4, spared: 2 },
  queries: [
    {
      generator: "largest total",
      sql: bySales,
      reading: "customers, by the total of their order lines, the ten largest",
      belief: 0.64,
      cluster: "A",
      result: bestCustomers("sales"),
    },
    {
      generator: "largest total, by name",
      sql: bySales.replace("c.customer_id ORDER", "c.company_name ORDER"),
      reading: "company names, by the total of their order lines, the ten largest",
      belief: 0.52,
      cluster: "A",
      result: bestCustomers("sales"),
      repair: {
        rule: "nearest column",
        before: bySales
          .replace("c.company_name, c.country", "c.name, c.country")
          .replace("c.customer_id ORDER", "c.name ORDER"),
        after: bySales.replace("c.customer_id ORDER", "c.company_name ORDER"),
        why: "There is no column “name” in customers. The nearest is “company_name”, and its values are names.",
        worked: true,
      },
    },
    {
      generator: "most orders",
      sql: "SELECT c.company_name, c.country, COUNT(*) AS orders\nFROM customers AS c JOIN orders AS o ON o.customer_id = c.customer_id\nGROUP BY c.customer_id ORDER BY orders DESC LIMIT 10",
      reading: "customers, by their number of orders, the ten with most",
      belief: 0.55,
      cluster: "B",
      result: bestCustomers("orders"),
    },
    {
      generator: "recent total",
      sql: `${bySales.replace("GROUP BY", "WHERE o.order_date >= '2024-01-01'\nGROUP BY")}`,
      reading: "customers, by the total of their order lines since 2024, the ten largest",
      belief: 0.3,
      cluster: "C",
      result: bestCustomers("recent"),
      findings: [
        {
          code: "unasked_filter",
          severity: "warning",
          message: "The filter on the year is not in the question.",
          hint: null,
          engine: null,
          engine_code: null,
          position: null,
        },
      ],
    },
    {
      generator: "credit limit",
      sql: "SELECT name, country FROM customers ORDER BY credit_limit DESC LIMIT 10",
      reading: "customers, by credit limit, the ten highest",
      belief: 0.18,
      failed: lateSyntax,
      findings: [lateSyntax],
    },
  ],
  outcome: {
    winner: 0,
    answer: {
      sentence:
        "By the total of their order lines, Alster Kontor GmbH is the best customer with 412,880.50, followed by Öresund Provisions AB.",
      trust: "low",
      reasons: [
        "The queries disagree: three different results.",
        "“best” can mean the largest total, the most orders, or the latest.",
        "The largest total won both of its comparisons.",
      ],
      steps: [
        ["Read the table customers.", null, 640, "customers"],
        ["Joined the table orders where o.customer_id is c.customer_id.", 640, 20_480],
        ["Joined the table order_lines where l.order_id is o.order_id.", 20_480, 60_114],
        ["Made a group for each c.customer_id.", 60_114, 631, "customers"],
        ["Added up l.quantity times l.unit_price of each group.", 631, 631, "best"],
        ["Sorted by total_sales, highest first.", 631, 631, "best"],
        ["Kept the first 10 rows.", 631, 10, "best"],
      ],
      notes: ["Not used: this."],
      assumed: [
        { kind: "skipped", says: "this", note: 0, weighs: true },
        { kind: "join", says: "orders matched with customers by customer number", note: null, weighs: false },
        { kind: "join", says: "order lines matched with orders by order number", note: null, weighs: false },
      ],
      chart: bars(
        "Total sales of the ten best customers",
        bestCustomers("sales"),
        "company_name",
        "total_sales",
        false,
      ),
    },
  },
  why: "The results disagree; A won 2 of its 2 comparisons.",
  told: { says: "One adds up quantity × unit price, the other counts the rows.", condition: null },
};
