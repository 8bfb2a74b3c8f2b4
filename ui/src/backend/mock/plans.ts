// Plans as the engines give them: SQLite without a figure, the others measured. "slow" in the SQL takes its time until it is
// stopped, "late" was not measured in time, "DELETE" is refused.
import type { Dialect, Planned, PlanStep } from "../../contract";
import type { Backend } from "../backend";
import { problem } from "./saved";
import { wait } from "./wait";

const PLAIN = { estimated_rows: null, cost: null, rows: null, ms: null, children: [] };

const SQLITE: PlanStep[] = [
  { ...PLAIN, says: "Reads all 60,114 rows of orders", label: "SCAN o" },
  {
    ...PLAIN,
    says: "For each of these rows, looks up customers by its key",
    label: "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)",
  },
  {
    ...PLAIN,
    says: "For each row, works out one value by an inner query",
    label: "CORRELATED SCALAR SUBQUERY 1",
    children: [
      {
        ...PLAIN,
        says: "Looks up orders (as p) by customer_id, with the index orders_by_customer",
        label: "SEARCH p USING INDEX orders_by_customer (customer_id=?)",
      },
    ],
  },
  {
    ...PLAIN,
    says: "Sorts the rows to put them into groups",
    label: "USE TEMP B-TREE FOR GROUP BY",
  },
  { ...PLAIN, says: "Sorts the rows", label: "USE TEMP B-TREE FOR ORDER BY" },
];

function step(says: string, label: string, rows: number, ms: number, children: PlanStep[] = []): PlanStep {
  return { ...PLAIN, says, label, rows, ms, estimated_rows: rows * 2, children };
}

const MEASURED: PlanStep[] = [
  step("Keeps the first 10 by points, highest first", "TOP_N (Top: 10; Order By: points DESC)", 10, 0.4, [
    step(
      "Puts the rows into groups, with the figures of each",
      "HASH_GROUP_BY (Groups: #0; Aggregates: sum(#1))",
      212,
      3.1,
      [
        step(
          "Joins rows where player_id = id",
          "HASH_JOIN (Join Type: INNER; Conditions: player_id = id)",
          41_200,
          18.7,
          [
            step(
              "Reads all 41,200 rows of box_scores",
              "TABLE_SCAN (Table: box_scores; Type: Sequential Scan)",
              41_200,
              6.2,
            ),
            step(
              "Reads all 212 rows of players",
              "TABLE_SCAN (Table: players; Type: Sequential Scan)",
              212,
              0.02,
            ),
          ],
        ),
      ],
    ),
  ]),
];

function guessed(steps: PlanStep[]): PlanStep[] {
  return steps.map((s) => ({ ...s, rows: null, ms: null, children: guessed(s.children) }));
}

interface Room {
  stopped: Set<string>;
  dialectOf(id: string): Dialect;
}

export function sqlVerbs({ stopped, dialectOf }: Room): Pick<Backend, "plan" | "formatSql"> {
  return {
    formatSql: async (_id, sql) => {
      await wait(15);
      return sql
        .trim()
        .replace(/\s+/g, " ")
        .replace(/ (FROM|WHERE|GROUP BY|ORDER BY|LIMIT|HAVING) /g, "\n$1\n  ")
        .replace(/ (JOIN) /g, "\n  $1 ")
        .replace(/^SELECT /, "SELECT\n  ")
        .replace(/ AND /g, "\n  AND ");
    },
    plan: async (id, job, sql): Promise<Planned> => {
      for (let left = /slow/.test(sql) ? 20_000 : 60; left > 0; left -= 30) {
        await wait(30);
        if (stopped.has(job)) throw problem("cancelled", "Stopped.");
      }
      if (/delete|insert|update|drop/i.test(sql))
        throw problem(
          "bad_input",
          "This statement does more than read.",
          "Write one that begins with SELECT.",
        );
      const dialect = dialectOf(id);
      if (dialect === "sqlite")
        return { dialect, steps: SQLITE, measured: false, ms: null, timed_out: false };
      if (/late/.test(sql))
        return { dialect, steps: guessed(MEASURED), measured: false, ms: null, timed_out: true };
      return { dialect, steps: MEASURED, measured: true, ms: 31.4, timed_out: false };
    },
  };
}
