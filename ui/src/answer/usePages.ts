// The rows of an answer, more of them on request.
import { useEffect, useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Problem, ResultSet } from "../contract";

export interface Pages {
  result: ResultSet;
  /** Rows remain in the database that are not here. */
  more: boolean;
  fetching: boolean;
  problem: Problem | null;
  next(): void;
}

export const PAGE = 1_000;

export function usePages(backend: Backend, connection: string, sql: string, first: ResultSet): Pages {
  const [result, setResult] = useState(first);
  const [fetching, setFetching] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    setResult(first);
    setProblem(null);
  }, [first]);
  const next = async () => {
    if (fetching) return;
    setFetching(true);
    setProblem(null);
    try {
      const page = await backend.page(connection, sql, result.rows.length, PAGE);
      setResult((old) => ({ ...old, rows: [...old.rows, ...page.rows], truncated: page.truncated }));
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setFetching(false);
    }
  };
  return { result, more: result.truncated !== null, fetching, problem, next: () => void next() };
}
