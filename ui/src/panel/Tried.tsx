// What a person's own SQL came to: its first rows, or why it did not run. It is asked of the same door that brings more
// rows of an answer, so that it can only read, and within the same limits.
import { useMemo, useRef, useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Dialect, Problem, ResultSet, RowSource } from "../contract";
import { ResultGrid } from "../grid/ResultGrid";
import { useRows } from "../grid/useRows";
import { t } from "../text";
import { announce } from "../ui/announce";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/panelMore";

const ROWS = 200;

export interface Trial {
  running: boolean;
  /** What was run. */
  sql: string;
  result: ResultSet | null;
  problem: Problem | null;
  /** How many were run: another result begins another grid. */
  turn: number;
  run(sql: string): void;
}

export function useTrial(backend: Backend, connection: string): Trial {
  const [state, setState] = useState<Omit<Trial, "run">>({
    running: false,
    sql: "",
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
      setState({ running: false, sql, result, problem: null, turn: own });
      announce(t("panel.tried.ran", { rows: t("common.rows", { count: result.rows.length }) }));
    } catch (error) {
      if (own === turn.current)
        setState({ running: false, sql, result: null, problem: asProblem(error), turn: own });
    }
  };
  return { ...state, run: (sql) => void run(sql) };
}

interface TriedProps {
  backend: Backend;
  connection: string;
  dialect: Dialect | null;
  trial: Trial;
}

export function Tried({ trial, ...world }: TriedProps) {
  const { result, problem, turn, sql } = trial;
  if (problem) return <ProblemView compact problem={problem} />;
  if (!result) return null;
  return (
    <section className="tried" aria-label={t("panel.tried.result")} data-testid="sql-result">
      <TriedRows key={turn} {...world} sql={sql} first={result} />
    </section>
  );
}

function TriedRows({
  backend,
  connection,
  dialect,
  sql,
  first,
}: Omit<TriedProps, "trial"> & { sql: string; first: ResultSet }) {
  const [finding, setFinding] = useState(false);
  const source = useMemo<RowSource>(() => ({ of: "query", sql }), [sql]);
  const rows = useRows(backend, connection, source, first);
  const count = rows.result.rows.length;
  return (
    <ResultGrid
      result={rows.result}
      rows={rows}
      dialect={dialect}
      label={t("panel.tried.result")}
      partial={rows.more}
      finding={finding}
      onFinding={setFinding}
      footer={<span>{rows.more ? t("panel.firstRows", { count }) : t("common.rows", { count })}</span>}
    />
  );
}
