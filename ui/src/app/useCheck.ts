// An answer that was found right is held against the data as it is now. In: the conversation that it ends. Out: the two results
// on screen, side by side. One check at a time, and it can be stopped.
import { type Dispatch, type RefObject, useCallback, useRef } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Problem } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { newRunId } from "./names";
import type { Action, State } from "./state";
import "../text/en/app";

type Turns = { run: string; question: string }[];

interface Around {
  backend: Backend;
  now: RefObject<State>;
  dispatch: Dispatch<Action>;
  refreshHistory(id: string, at: number): Promise<void>;
  show(turns: Turns, compare: boolean, saved: boolean): Promise<void>;
}

export function useCheck({ backend, now, dispatch, refreshHistory, show }: Around) {
  const name = useRef<string | null>(null);
  const check = useCallback(
    async (turns: Turns): Promise<Problem | null> => {
      const { current, opening } = now.current;
      const last = turns.at(-1);
      if (current === null || !last || name.current !== null) return null;
      const own = newRunId("check");
      name.current = own;
      dispatch({ do: "checking", at: opening, value: last.run });
      announce(t("app.check.running"));
      try {
        const { run, question } = await backend.runPinAgain(current, last.run, own);
        await refreshHistory(current, opening);
        // Whoever went on meanwhile stays there; the run is in the history.
        if (now.current.opening === opening) await show([...turns, { run, question }], true, false);
        return null;
      } catch (error) {
        const problem = asProblem(error);
        if (problem.code !== "cancelled") return problem;
        announce(t("app.check.stopped"));
        return null;
      } finally {
        name.current = null;
        dispatch({ do: "checking", at: opening, value: null });
      }
    },
    [backend, now, dispatch, refreshHistory, show],
  );
  const stopCheck = useCallback(() => {
    if (name.current !== null) backend.stop(name.current).catch(() => undefined);
  }, [backend]);
  return { check, stopCheck };
}
