// What a person's own SQL came to: its first rows, or why it did not run. It is asked of the same door that brings more
// rows of an answer, so that it can only read, and within the same limits.
import { useRef, useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Problem, ResultSet } from "../contract";
import { plural } from "../format/cell";
import { ResultGrid } from "../grid/ResultGrid";
import { announce } from "../ui/announce";
import { ProblemView } from "../ui/ProblemView";

const ROWS = 200;

export interface Trial {
  running: boolean;
  result: ResultSet | null;
  problem: Problem | null;
  /** How many were run: another result begins another grid. */
  turn: number;
  run(sql: string): void;
}

export function useTrial(backend: Backend, connection: string): Trial {
  const [state, setState] = useState<Omit<Trial, "run">>({
    running: false,
    result: null,
    problem: null,
    turn: 0,
  });
  const turn = useRef(0);
  const run = async (sql: string) => {
    turn.current += 1;
    const own = turn.current;
    setState((before) => ({ ...before, running: true }));
    try {
      const result = await backend.page(connection, sql, 0, ROWS);
      if (own !== turn.current) return;
      setState({ running: false, result, problem: null, turn: own });
      announce(`It ran: ${plural(result.rows.length, "row")}.`);
    } catch (error) {
      if (own === turn.current)
        setState({ running: false, result: null, problem: asProblem(error), turn: own });
    }
  };
  return { ...state, run: (sql) => void run(sql) };
}

export function Tried({ trial: { result, problem, turn } }: { trial: Trial }) {
  const [finding, setFinding] = useState(false);
  if (problem) return <ProblemView compact problem={problem} />;
  if (!result) return null;
  return (
    <section className="tried" aria-label="What it came to" data-testid="sql-result">
      <ResultGrid
        key={turn}
        result={result}
        label="What it came to"
        partial={result.truncated !== null}
        finding={finding}
        onFinding={setFinding}
        footer={
          <span>
            {result.truncated ? "First " : ""}
            {plural(result.rows.length, "row")}
          </span>
        }
      />
    </section>
  );
}
