// Making queries faster: "random" in a query is refused, "broken" fails, "plain" finds nothing, "long" goes on until it is
// stopped; every other is made three times as fast. What is kept lasts as long as the page.
import type {
  Answer,
  Connection,
  Kept,
  ModelSettings,
  Optimisation,
  Part,
  Trying,
  Variant,
} from "../../contract";
import type { Backend } from "../backend";
import type { Scenario } from "./contested";
import { problem } from "./saved";
import { wait } from "./wait";
import { workloads } from "./workload";

type Verbs = Pick<
  Backend,
  "makeFaster" | "keepFaster" | "keptFaster" | "takeBackFaster" | "workload" | "workloadQuery"
>;

interface Room {
  beat: number;
  stopped: Set<string>;
  answerOf(run: string): Answer | null;
  questionOf(run: string): string | undefined;
  /** The SQL that the person found right, by question. */
  right: Map<string, string>;
  byId(id: string): Connection;
  /** What is set about models. */
  set(): ModelSettings;
}

export const BEFORE = `SELECT c.company_name, o.order_id, o.total
FROM orders AS o
JOIN customers AS c ON c.customer_id = o.customer_id
WHERE o.total > (
  SELECT AVG(p.total) FROM orders AS p WHERE p.customer_id = o.customer_id
)
ORDER BY o.total DESC`;

const AFTER = `SELECT c.company_name, o.order_id, o.total
FROM orders AS o
JOIN customers AS c ON c.customer_id = o.customer_id
LEFT JOIN (
  SELECT p.customer_id AS k1, AVG(p.total) AS v
  FROM orders AS p
  GROUP BY p.customer_id
) AS each ON each.k1 = o.customer_id
WHERE o.total > each.v
ORDER BY o.total DESC`;

const SAYS = "A value that was worked out again for every row is now worked out once for each group.";

const none = {
  by: "rules",
  turned_down: null,
  why: "",
  counter_example: null,
  proof: null,
  gain: null,
  first_ms: null,
} as const;

const won: Variant = {
  ...none,
  sql: AFTER,
  changes: [{ rule: "scalar_to_left_join", says: SAYS }],
  status: "WIN",
  proof: {
    rows: 1204,
    databases: 300,
    telling: 211,
    engine: "SQLite",
    open: "",
    rests_on: ["As your data is today: no two rows of customers have the same customer_id."],
  },
  gain: { speedup: 3.12, low: 2.81, high: 3.43, runs: 7, before_ms: 3412, after_ms: 1094 },
  first_ms: 1090,
};

const TRIED: Variant[] = [
  won,
  {
    ...none,
    sql: "SELECT o.order_id FROM orders AS o GROUP BY o.customer_id",
    changes: [{ rule: "differing_pair_to_group", says: "Pairs of rows are no longer compared one by one." }],
    status: "ERROR",
    turned_down: "made_up",
    why: "It gives other rows on a small made-up database.",
    counter_example: {
      database: [
        "CREATE TABLE orders (order_id INTEGER, customer_id INTEGER, total REAL)",
        "INSERT INTO orders VALUES (1, NULL, 10), (2, 3, NULL)",
      ],
      before: { columns: [{ name: "order_id", kind: "integer" }], rows: [[1]], truncated: null },
      after: { columns: [{ name: "order_id", kind: "integer" }], rows: [], truncated: null },
    },
  },
  {
    ...none,
    sql: BEFORE,
    changes: [{ rule: "constants_folded", says: "What is always the same is worked out beforehand." }],
    status: "NEUTRAL",
    turned_down: "race",
    why: "It gave the same rows and was not among the fastest.",
    first_ms: 3401,
  },
];

const byModel: Variant = {
  ...none,
  sql: AFTER.replace("LEFT JOIN", "JOIN"),
  changes: [{ rule: "model", says: "The average of each customer is joined." }],
  status: "NEUTRAL",
  turned_down: "race",
  why: "It gave the same rows and was not among the fastest.",
  first_ms: 1102,
};

const step = (label: string, rows: number, ms: number, children: Optimisation["plan_before"][] = []) => ({
  label,
  estimated_rows: null,
  cost: null,
  rows,
  ms,
  children: children.filter((child) => child !== null),
});

const part = { keys: [], dimensions: [], may_change: [] };

const PARTS: Part[] = [
  {
    ...part,
    id: 0,
    called: "main query",
    parent: null,
    reads: ["orders", "customers"],
    gives: ["company_name", "order_id", "total"],
    flags: ["scalar"],
    cost: 830,
    rows: 1190,
    share: 0.4,
  },
  {
    ...part,
    id: 1,
    called: "subquery 1 of main query",
    parent: 0,
    reads: ["orders"],
    gives: ["avg(total)"],
    flags: ["correlated"],
    cost: 204_000,
    rows: null,
    share: 99.6,
  },
];

function found(sql: string, change: Partial<Optimisation>): Optimisation {
  return {
    before: sql,
    parts: PARTS,
    attempts: TRIED,
    best: 0,
    refused: "",
    stopped: false,
    plan_before: step("QUERY PLAN", 0, 0, [
      step("ORDER_BY (Order By: o.total DESC)", 1204, 1.2, [
        step("FILTER (Expression: (o.total > avg))", 1204, 14.8, [
          step("DEPENDENT_JOIN (Join Type: SINGLE; Conditions: customer_id = customer_id)", 41_200, 3190, [
            step("TABLE_SCAN (Table: orders)", 41_200, 88.4),
            step("TABLE_SCAN (Table: customers)", 640, 0.4),
          ]),
        ]),
      ]),
    ]),
    plan_after: step("QUERY PLAN", 0, 0, [
      step("ORDER_BY (Order By: o.total DESC)", 1204, 1.1, [
        step("HASH_JOIN (Join Type: LEFT; Conditions: customer_id = k1)", 41_200, 640, [
          step("TABLE_SCAN (Table: orders)", 41_200, 85.1),
          step("HASH_GROUP_BY (Groups: customer_id; Aggregates: avg)", 640, 310, [
            step("TABLE_SCAN (Table: orders)", 41_200, 54.2),
          ]),
        ]),
      ]),
    ]),
    advice: [
      {
        sql: "CREATE INDEX orders_by_customer_id ON orders (customer_id);",
        why: "Each time the query runs, SQLite first makes an index of orders by customer_id and then throws it away. One that stays would save that.",
      },
    ],
    ...change,
  };
}

interface Faster {
  verbs: Verbs;
  /** A question with a faster query that is kept is answered by that. */
  instead(id: string, question: string, scenario: Scenario): Scenario;
}

export function faster({ beat, stopped, answerOf, questionOf, right, byId, set }: Room): Faster {
  const done = new Map<string, { id: string; found: Optimisation }>();
  const kept = new Map<string, Kept[]>();
  const trying = (tried: number, doing: string): Trying => ({
    doing,
    tried,
    of: 24,
    best: tried > 2 ? 3.1 : null,
    best_says: tried > 2 ? [SAYS] : [],
  });
  const steps = [
    "Running the query as it is",
    "An OR of the same column is now a list.",
    "What is always the same is worked out beforehand.",
    SAYS,
    "A filter now comes before the join.",
  ];
  const instead = (id: string, question: string, scenario: Scenario): Scenario => {
    const one = (kept.get(id) ?? []).find((k) => k.question === question);
    if (!one) return scenario;
    const queries = scenario.queries.map((q) =>
      q.sql === one.before ? { ...q, sql: one.after, ms: 1_094 } : q,
    );
    return { ...scenario, queries };
  };
  const verbs: Verbs = {
    ...workloads,
    makeFaster: async (id, job, sql, onTrying) => {
      const level = byId(id).privacy ?? "nothing";
      const by = level === "nothing" ? null : (set().tiers.fast?.model ?? null);
      const asked = by === null ? [] : [{ ...byModel, by }];
      const over = (change: Partial<Optimisation>) => {
        const value = found(sql, { ...change, attempts: [...(change.attempts ?? TRIED), ...asked] });
        done.set(job, { id, found: value });
        return structuredClone(value);
      };
      const nothing = { best: null, plan_after: null, advice: [] };
      for (let n = 0; n < (/long/.test(sql) ? 10_000 : 8); n++) {
        const doing = n === 7 && by !== null ? "Asking the model" : (steps[Math.min(n, 2 + (n % 3))] ?? "");
        onTrying(trying(Math.min(n, 22), doing));
        await wait(Math.max(20, beat * 4));
        if (stopped.has(`${job}-now`)) return over({ ...nothing, attempts: [], stopped: true });
        if (stopped.has(job)) {
          onTrying(trying(n, "Measuring"));
          // Proving and measuring take their time, in which it can be ended altogether.
          for (let more = 0; more < (/longer/.test(sql) ? 500 : 4); more++) {
            await wait(30);
            if (stopped.has(`${job}-now`)) return over({ ...nothing, attempts: [], stopped: true });
          }
          return n > 2 ? over({ stopped: true }) : over({ ...nothing, stopped: true });
        }
        if (/broken/.test(sql) && n === 2)
          throw problem(
            "lost",
            "The database stopped answering in the middle of the work.",
            "Check that the file is still there, then try again.",
          );
      }
      if (/random/.test(sql))
        return over({
          ...nothing,
          attempts: [],
          refused: "It gives other rows each time (random), so no other query can be shown to give the same.",
        });
      if (/delete/i.test(sql))
        throw problem("bad_input", "This statement would change the database; it was not run.");
      if (/plain/.test(sql)) return over({ ...nothing, attempts: TRIED.slice(1) });
      return over({});
    },
    keepFaster: async (id, job, run) => {
      await wait(30);
      const one = done.get(job);
      const [answer, question] = [answerOf(run), questionOf(run)];
      const best = one?.found.attempts[one.found.best ?? -1];
      if (!one || !answer || question === undefined || !best?.gain || !best.proof)
        throw problem("bad_input", "What was found is no longer there.", "Look for it once more.");
      if (/unsaveable/.test(question))
        throw problem("denied", "The workspace cannot be written.", "Free some space on the disk.");
      const { gain, proof } = best;
      const value: Kept = {
        question,
        before: answer.sql,
        after: best.sql,
        gain,
        proof,
        changes: best.changes,
        at: Date.now(),
        was_right: right.get(question) === answer.sql,
      };
      right.set(question, answer.sql);
      kept.set(id, [value, ...(kept.get(id) ?? []).filter((k) => k.question !== question)]);
      return structuredClone(value);
    },
    keptFaster: async (id) => {
      await wait(20);
      if (localStorage.getItem("mock.faster") === "lost")
        throw problem("lost", "What is kept cannot be read.", "Check the disk, then try again.");
      return structuredClone(kept.get(id) ?? []);
    },
    takeBackFaster: async (id, question) => {
      await wait(20);
      const all = kept.get(id) ?? [];
      const one = all.find((k) => k.question === question);
      if (one && !one.was_right) right.delete(question);
      kept.set(
        id,
        all.filter((k) => k.question !== question),
      );
    },
  };
  return { verbs, instead };
}
