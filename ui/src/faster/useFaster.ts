// The search for a faster query, which goes on while other pages are looked at; and what is kept of a database.
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { failed, type Load, loading, ready } from "../app/load";
import { newRunId } from "../app/names";
import { asProblem, type Backend } from "../backend/backend";
import type { Kept, Problem } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { type From, fold, type Job } from "./job";
import { ending } from "./words";
import "../text/en/faster";

export interface Faster {
  job: Job;
  kept: Load<Kept[]>;
  start(from: From): void;
  /** What was found until now is proven and measured; once more ends it at once. */
  stop(): void;
  clear(): void;
  keep(): Promise<void>;
  takeBack(question: string): Promise<Problem | null>;
  reload(): void;
}

export function useFaster(backend: Backend, connection: string | null): Faster {
  const [job, dispatch] = useReducer(fold, { is: "idle" });
  const [kept, setKept] = useState<Load<Kept[]>>(loading);
  const now = useRef(job);
  now.current = job;
  const turn = useRef(0);

  const load = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    if (connection === null) return;
    try {
      const value = await backend.keptFaster(connection);
      if (turn.current === mine) setKept(ready(value));
    } catch (error) {
      if (turn.current === mine) setKept(failed(asProblem(error)));
    }
  }, [backend, connection]);

  useEffect(() => {
    setKept(loading);
    void load();
  }, [load]);

  const end = useCallback(() => {
    const { current } = now;
    if (current.is === "working") backend.stop(`${current.job}-now`).catch(() => undefined);
  }, [backend]);

  const start = useCallback(
    async (from: From) => {
      end();
      const name = newRunId("faster");
      dispatch({ do: "begin", job: name, from, at: performance.now() });
      try {
        const found = await backend.makeFaster(from.connection, name, from.sql, (trying) =>
          dispatch({ do: "trying", job: name, trying }),
        );
        dispatch({ do: "found", job: name, found });
        announce(ending(found));
      } catch (error) {
        dispatch({ do: "failed", job: name, problem: asProblem(error) });
      }
    },
    [backend, end],
  );

  const stop = useCallback(() => {
    const { current } = now;
    if (current.is !== "working") return;
    if (current.finishing) return end();
    dispatch({ do: "finish", job: current.job });
    backend.stop(current.job).catch(() => undefined);
  }, [backend, end]);

  const keep = useCallback(async () => {
    const { current } = now;
    if (current.is !== "done" || current.from.run === null) return;
    try {
      const value = await backend.keepFaster(current.from.connection, current.job, current.from.run);
      dispatch({ do: "kept", job: current.job, kept: value });
      announce(t("faster.kept.now"));
      void load();
    } catch (error) {
      dispatch({ do: "not-kept", job: current.job, problem: asProblem(error) });
    }
  }, [backend, load]);

  const takeBack = useCallback(
    async (question: string): Promise<Problem | null> => {
      if (connection === null) return null;
      try {
        await backend.takeBackFaster(connection, question);
      } catch (error) {
        return asProblem(error);
      }
      const { current } = now;
      if (current.is === "done" && current.kept?.question === question)
        dispatch({ do: "kept", job: current.job, kept: null });
      announce(t("faster.kept.back"));
      void load();
      return null;
    },
    [backend, connection, load],
  );

  return {
    job,
    kept,
    start: (from) => void start(from),
    stop,
    clear: () => {
      end();
      dispatch({ do: "clear" });
    },
    keep,
    takeBack,
    reload: () => void load(),
  };
}
