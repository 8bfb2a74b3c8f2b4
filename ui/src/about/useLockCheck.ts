// Runs the self-test of one connection; another connection begins without the result of the last.
import { useCallback, useEffect, useReducer, useRef } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Attempt } from "../contract";
import { type Check, fold } from "./attempts";

export interface Checking {
  check: Check;
  start(): void;
  stop(): void;
}

/** `opening` tells one opening of a connection from the next, which may lead elsewhere. */
export function useLockCheck(backend: Backend, id: string | null, opening: number): Checking {
  const [check, dispatch] = useReducer(fold, { is: "idle" });
  const turn = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection
  useEffect(() => {
    turn.current += 1;
    dispatch({ do: "clear" });
  }, [id, opening]);

  const start = useCallback(async () => {
    if (id === null) return;
    // Hundreds of attempts may come in a second; the screen is drawn once a frame.
    let heard: Attempt[] = [];
    let waiting = false;
    turn.current += 1;
    const mine = turn.current;
    dispatch({ do: "begin" });
    try {
      const done = await backend.lockCheck(id, (attempt) => {
        heard.push(attempt);
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          if (turn.current === mine) dispatch({ do: "attempts", attempts: heard });
          heard = [];
        });
      });
      if (turn.current === mine) dispatch({ do: "done", check: done });
    } catch (error) {
      if (turn.current === mine) dispatch({ do: "failed", problem: asProblem(error) });
    }
  }, [backend, id]);

  const stop = useCallback(() => {
    turn.current += 1;
    dispatch({ do: "stopped" });
    // A self-test goes by its connection's name; one that is already over is stopped by nobody.
    if (id !== null) backend.stop(id).catch(() => undefined);
  }, [backend, id]);

  return { check, start: () => void start(), stop };
}
