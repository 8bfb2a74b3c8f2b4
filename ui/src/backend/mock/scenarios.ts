// What the mock answers: each scenario is data, `script.ts` turns it into a run's events.
import type {
  Answer,
  Chart,
  Declined,
  Finding,
  Problem,
  RepairAttempt,
  ResultSet,
  Trust,
} from "../../contract";
import { bestCustomers, everything, monthly, one, orderLines, scorers, wide } from "./results";

export interface Query {
  generator: string;
  sql: string;
  reading: string;
  belief: number;
  /** The letter of its cluster; absent: it failed. */
  cluster?: string;
  result?: ResultSet;
  rows?: number;
  failed?: Finding;
  findings?: Finding[];
  repair?: Omit<RepairAttempt, "candidate">;
}

export interface Scenario {
  /** Word of the question, what it means, and where: table, column, value. */
  words: {
    words: string;
    meaning: string;
    table: string;
    column: string | null;
    value?: string;
    by: string;
  }[];
  unplaced?: string[];
  queries: Query[];
  outcome:
    | { answer: Partial<Answer> & { sentence: string; trust: Trust; reasons: string[] }; winner: number }
    | { declined: Declined }
    | { problem: Problem };
  why?: string;
}

const lateSyntax: Finding = {
  code: "unknown_column",
  severity: "error",
  message: "There is no column “customers.name”.",
  hint: "The nearest is “customers.company_name”.",
  engine: "no such column: customers.name",
};

function bars(title: string, rows: ResultSet, x: string, y: string, line: boolean): Chart {
  const values = rows.rows.map((row) => ({ [x]: row[0], [y]: row[rows.columns.length - 1] }));
  return {
    title,
    spec: JSON.stringify({
      $schema: "https://vega.github.io/schema/vega-lite/v6.json",
      data: { values },
      mark: line ? { type: "line", point: true } : { type: "bar" },
      encoding: line
        ? { x: { field: x, type: "ordinal", title: x }, y: { field: y, type: "quantitative", title: y } }
        : {
            y: { field: x, type: "nominal", sort: "-x", title: null },
            x: { field: y, type: "quantitative", title: y },
          },
    }),
  };
}

const FRANCE_SQL = "SELECT COUNT(*) AS customers FROM customers WHERE country = 'France'";

const france: Scenario = {
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
    { words: "How many", meaning: "count the rows", table: "customers", column: null, by: "synonym" },
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
      steps: ["Take the rows of customers.", "Keep those whose country is “France”.", "Count them."],
      notes: ["“france” was matched to “France” in customers.country."],
    },
  },
  why: "3 of 4 agree, so no tournament was needed.",
};

const MONTHLY_SQL = `SELECT strftime('%Y-%m', o.order_date) AS month, ROUND(SUM(l.quantity * l.unit_price * (1 - COALESCE(l.disc_pct, 0) / 100.0)), 2) AS sales
FROM orders AS o JOIN order_lines AS l ON l.order_id = o.order_id
WHERE o.order_date >= '2024-01-01' AND o.order_date < '2025-01-01'
GROUP BY month ORDER BY month`;

const months: Scenario = {
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
        "Join orders with their order lines.",
        "Keep orders dated in 2024.",
        "Add up quantity × unit price less discount for each month.",
      ],
      notes: ["13 order lines of 2024 have no discount; they count at full price."],
      chart: bars("Sales by month, 2024", monthly, "month", "sales", true),
    },
  },
  why: "2 of 3 agree.",
};

const bySales =
  "SELECT c.company_name, c.country, ROUND(SUM(l.quantity * l.unit_price), 2) AS total_sales\nFROM customers AS c JOIN orders AS o ON o.customer_id = c.customer_id JOIN order_lines AS l ON l.order_id = o.order_id\nGROUP BY c.customer_id ORDER BY total_sales DESC LIMIT 10";

const best: Scenario = {
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
        "Join customers, orders and order lines.",
        "Add up quantity × unit price for each customer.",
        "Show the ten largest.",
      ],
      notes: ["The word “this” was not used."],
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
};

const LINES_SQL =
  "SELECT l.order_id, l.line_no, c.company_name, l.quantity, l.unit_price, l.disc_pct, o.order_date AS ordered, l.note\nFROM order_lines AS l JOIN orders AS o ON o.order_id = l.order_id JOIN customers AS c ON c.customer_id = o.customer_id\nORDER BY l.order_id, l.line_no";

const lines: Scenario = {
  words: [
    {
      words: "order lines",
      meaning: "the table order_lines",
      table: "order_lines",
      column: null,
      by: "name",
    },
  ],
  queries: [
    {
      generator: "plain list",
      sql: LINES_SQL,
      reading: "order lines with their customer, in order",
      belief: 0.8,
      cluster: "A",
      result: orderLines(0, 1000),
      rows: 1000,
    },
    {
      generator: "plain list, by key",
      sql: `${LINES_SQL} `,
      reading: "order lines with their customer, by number",
      belief: 0.6,
      cluster: "A",
      result: orderLines(0, 1000),
      rows: 1000,
    },
  ],
  outcome: {
    winner: 0,
    answer: {
      sentence: "Here are the order lines, oldest first.",
      trust: "high",
      reasons: ["2 of 2 queries give the same result."],
      steps: ["Take the rows of order_lines.", "Add the customer of each order."],
      notes: ["The first 1,000 rows are shown; there are more."],
    },
  },
  why: "2 of 2 agree.",
};

function plain(sentence: string, sql: string, result: ResultSet): Scenario {
  return {
    words: [],
    queries: [
      { generator: "plain list", sql, reading: "everything, as it is", belief: 0.7, cluster: "A", result },
    ],
    outcome: {
      winner: 0,
      answer: {
        sentence,
        trust: "medium",
        reasons: ["Only one query could be written."],
        steps: ["Show the rows as they are."],
        notes: [],
      },
    },
    why: "Only one query ran.",
  };
}

const leaders: Scenario = {
  words: [
    {
      words: "points per game",
      meaning: "points of box scores ÷ games played",
      table: "box_scores",
      column: "points",
      by: "name",
    },
    { words: "players", meaning: "the table players", table: "players", column: null, by: "name" },
  ],
  queries: [
    {
      generator: "ratio",
      sql: "SELECT p.first_name || ' ' || p.last_name AS player, t.name AS team, COUNT(*) AS games, ROUND(AVG(b.points), 1) AS points_per_game\nFROM box_scores AS b JOIN players AS p USING (player_id) JOIN teams AS t USING (team_id)\nGROUP BY ALL ORDER BY points_per_game DESC LIMIT 8",
      reading: "players, by the mean of their points a game, the eight highest",
      belief: 0.83,
      cluster: "A",
      result: scorers,
    },
    {
      generator: "sum over count",
      sql: "SELECT player, team, games, ROUND(SUM(points) / games, 1) AS points_per_game FROM (SELECT 1)",
      reading: "points added up, divided by games",
      belief: 0.6,
      cluster: "A",
      result: scorers,
    },
  ],
  outcome: {
    winner: 0,
    answer: {
      sentence: "Ilmari Kauppinen scores most, with 27.4 points per game.",
      trust: "high",
      reasons: ["2 of 2 queries give the same result."],
      steps: [
        "Take box scores with their player and team.",
        "Average the points for each player.",
        "Show the eight highest.",
      ],
      notes: [],
      chart: bars("Points per game", scorers, "player", "points_per_game", false),
    },
  },
  why: "2 of 2 agree.",
};

const decline: Scenario = {
  words: [],
  unplaced: ["meaning", "life"],
  queries: [],
  outcome: {
    declined: {
      message: "This database holds nothing about “meaning” or “life”, so there is no answer in it.",
      missing: ["meaning", "life"],
      suggestions: [
        "How many customers are in France?",
        "What were the sales by month in 2024?",
        "Who are our best customers?",
      ],
    },
  },
};

const fail: Scenario = {
  words: [],
  queries: [],
  outcome: {
    problem: {
      code: "lost",
      message: "The database stopped answering in the middle of the question.",
      hint: "Check that the file is still there, then ask again.",
      detail: "disk I/O error (10) while reading page 4711 of /data/harbor.sqlite",
    },
  },
};

const EMPTY_RESULT: Scenario = {
  ...plain(
    "No rows match: there are no customers whose country is “Atlantis”.",
    "SELECT * FROM customers WHERE country = 'Atlantis'",
    {
      columns: [
        { name: "customer_id", kind: "integer" },
        { name: "company_name", kind: "text" },
      ],
      rows: [],
      truncated: null,
    },
  ),
};

/** Words that call a scenario; the first that the question contains decides. */
const CALLS: [RegExp, Scenario][] = [
  [/\bfail/i, fail],
  [/declin|meaning of life/i, decline],
  [
    /10,?000 columns|wide/i,
    plain("Here are 10,000 measurements of each of 60 samples.", "SELECT * FROM measurements", wide(10_000)),
  ],
  [
    /everything|odd|long text/i,
    plain("One of everything that a cell can hold.", "SELECT * FROM everything", everything),
  ],
  [/atlantis|empty/i, EMPTY_RESULT],
  [/disagree|best/i, best],
  [/month|sales/i, months],
  [/lines/i, lines],
  [/points|scor/i, leaders],
];

export function scenarioFor(question: string): Scenario {
  return CALLS.find(([words]) => words.test(question))?.[1] ?? france;
}

export const EXAMPLES: Record<string, string[]> = {
  "harbor-goods": [
    "How many customers are in france?",
    "What were the sales by month in 2024?",
    "Who are our best customers?",
    "Show all order lines",
  ],
  "northern-league": [
    "Which players score the most points per game?",
    "How many games went to overtime?",
    "Which arena has the largest capacity?",
  ],
};
