// What the mock answers: each scenario is data, `script.ts` turns it into a run's events.
import type { ResultSet } from "../../contract";
import { byChannel } from "./channels";
import { bars, best, france, months, type Scenario, type Traced } from "./contested";
import { crowd } from "./crowd";
import { BEFORE } from "./faster";
import { everything, orderLines, scorers, wide } from "./results";

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
      // A result of this size is not counted again.
      steps: [
        ["Read the table order_lines.", null, null, "order lines"],
        ["Joined the table orders where o.order_id is l.order_id.", null, null],
        ["Joined the table customers where c.customer_id is o.customer_id.", null, null],
        ["Sorted by l.order_id, lowest first; then by l.line_no, lowest first.", null, null],
      ],
      notes: ["The first 1,000 rows are shown; there are more."],
    },
  },
  why: "2 of 2 agree.",
};

function plain(sentence: string, sql: string, result: ResultSet, steps?: Traced[]): Scenario {
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
        steps: steps ?? [["Showed the rows as they are.", null, result.rows.length]],
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
        ["Read the table box_scores.", null, 68_110],
        ["Joined the table players by equal player_id.", 68_110, 68_110, "players"],
        ["Joined the table teams by equal team_id.", 68_110, 68_110],
        ["Made a group for each player and team.", 68_110, 412],
        ["Took the average of b.points of each group.", 412, 412, "points per game"],
        ["Sorted by points_per_game, highest first.", 412, 412, "the most"],
        ["Kept the first 8 rows.", 412, 8, "the most"],
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

/** Declined, though some readings come close. */
const petrol: Scenario = {
  ...best,
  unplaced: ["petrol"],
  outcome: {
    declined: {
      message: "Nothing in this database seems to answer that. Nothing here is called “petrol”.",
      missing: ["petrol"],
      suggestions: [],
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
    [
      ["Read the table customers.", null, 640, "customers"],
      ["Kept only rows where country is 'Atlantis'.", 640, 0, "atlantis"],
    ],
  ),
};

/** Worked out again for every row, so that it takes its time. */
const average: Scenario = {
  ...plain(
    "1,204 orders are above the average of their customer.",
    BEFORE,
    {
      columns: [
        { name: "company_name", kind: "text" },
        { name: "order_id", kind: "integer" },
        { name: "total", kind: "decimal" },
      ],
      rows: [
        ["Brasserie du Port", 10411, 981.5],
        ["Lindqvist & Son", 10007, 940],
        ["Brasserie du Port", 10388, 911.25],
      ],
      truncated: null,
    },
    [
      ["Read the table orders.", null, 41_200, "orders"],
      [
        "Kept only rows whose total is above the average of their customer.",
        41_200,
        1204,
        "above the average",
      ],
      ["Sorted by total, highest first.", 1204, 1204],
    ],
  ),
};
const SLOW = average.queries[0];
if (SLOW) SLOW.ms = 3_412;

/** A model's queries alone agree on it, so that nobody knows how often such answers are right. */
const written: Scenario = {
  words: [
    { words: "customers", meaning: "the table customers", table: "customers", column: null, by: "name" },
  ],
  queries: [
    {
      generator: "icl_c1, reasoning_a3",
      sql: "SELECT COUNT(*) FROM customers AS c\nWHERE NOT EXISTS (SELECT 1 FROM orders AS o WHERE o.customer_id = c.customer_id)",
      reading: "Read the table customers. Kept only rows without a row in orders. Counted the rows.",
      belief: 1,
      cluster: "A",
      result: { columns: [{ name: "COUNT(*)", kind: "integer" }], rows: [[9]], truncated: null },
    },
    {
      generator: "complex_b2a",
      sql: "SELECT COUNT(*) FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders WHERE order_date >= '2024-01-01')",
      reading: "Read the table customers. Left out those with an order since 2024. Counted the rows.",
      belief: 0.5,
      cluster: "B",
      result: { columns: [{ name: "COUNT(*)", kind: "integer" }], rows: [[212]], truncated: null },
    },
  ],
  outcome: {
    winner: 0,
    answer: {
      sentence: "Nine customers have never placed an order.",
      headline: "9",
      trust: "medium",
      odds: null,
      reasons: [
        "2 of 3 queries that ran give this result.",
        "A model wrote the query; which words of the question it used is not known.",
        "How often such answers are right was not measured.",
      ],
      steps: [
        ["Read the table customers.", null, 640],
        ["Kept only rows where the table orders has no row in which o.customer_id is c.customer_id.", 640, 9],
        ["Counted the rows.", 9, 1],
      ],
      notes: [],
    },
  },
  why: "2 of 3 queries that ran give this result.",
};

/** Words that call a scenario; the first that the question contains decides. */
const CALLS: [RegExp, Scenario][] = [
  [/\bfail/i, fail],
  [/crowd/i, crowd],
  [/declin|meaning of life/i, decline],
  [/petrol/i, petrol],
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
  [/channel/i, byChannel],
  [/points|scor/i, leaders],
  [/never/i, written],
  [/above the average/i, average],
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
