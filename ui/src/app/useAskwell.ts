// The screen's verbs: each talks to the backend and tells the state what came of it.
import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Event } from "../contract";
import { failed, loading, ready, got } from "./load";
import { initial, type State, step } from "./state";

export interface Verbs {
  choose(id: string): void;
  /** True once it is open; on trouble the state holds the problem and what was open stays open. */
  openUrl(url: string): Promise<boolean>;
  retry(): void;
  forget(id: string): void;
  ask(question: string): void;
  stop(): void;
  show(run: string, question: string): void;
  clear(): void;
  panel(candidate: string | null): void;
  dismissOpenProblem(): void;
}

const LAST = "askwell.last";

/** After the command has returned, this long for the rest of its messages to come through the channel. */
const GRACE_MS = 8_000;

export function useAskwell(backend: Backend): [State, Verbs] {
  const [state, dispatch] = useReducer(step, initial);
  const now = useRef(state);
  now.current = state;
  const counter = useRef(0);

  const refreshConnections = useCallback(async () => {
    try {
      dispatch({ do: "connections", value: ready(await backend.connections()) });
    } catch (error) {
      dispatch({ do: "connections", value: failed(asProblem(error)) });
    }
  }, [backend]);

  const refreshHistory = useCallback(
    async (id: string, at: number) => {
      try {
        dispatch({ do: "history", at, value: ready(await backend.history(id)) });
      } catch (error) {
        dispatch({ do: "history", at, value: failed(asProblem(error)) });
      }
    },
    [backend],
  );

  const settle = useCallback(
    async (id: string, at: number) => {
      const prepare = async () => {
        try {
          const value = await backend.prepare(id, (progress) =>
            dispatch({ do: "progress", at, value: progress }),
          );
          dispatch({ do: "prepared", at, value: ready(value) });
          dispatch({ do: "examples", at, value: ready(await backend.examples(id)) });
        } catch (error) {
          dispatch({ do: "prepared", at, value: failed(asProblem(error)) });
          dispatch({ do: "examples", at, value: ready([]) });
        }
      };
      await Promise.all([prepare(), refreshHistory(id, at), refreshConnections()]);
    },
    [backend, refreshConnections, refreshHistory],
  );

  const leave = useCallback(() => {
    const run = now.current.run?.run;
    if (run?.state === "running") backend.stop(run.id).catch(() => undefined);
  }, [backend]);

  const openUrl = useCallback(
    async (url: string, id: string | null): Promise<boolean> => {
      counter.current += 1;
      const at = counter.current;
      leave();
      dispatch({ do: "opening", id, at });
      try {
        const opened = await backend.open(url);
        if (counter.current !== at) return false;
        dispatch({ do: "opened", at, value: opened });
        remember(opened.connection.id);
        void settle(opened.connection.id, at);
        return true;
      } catch (error) {
        dispatch({ do: "open-failed", at, problem: asProblem(error), keep: id === null });
        return false;
      }
    },
    [backend, leave, settle],
  );

  const choose = useCallback(
    (id: string) => {
      const connection = got(now.current.connections)?.find((c) => c.id === id);
      if (connection) void openUrl(connection.url, id);
    },
    [openUrl],
  );

  useEffect(() => {
    let gone = false;
    (async () => {
      try {
        const list = await backend.connections();
        if (gone) return;
        dispatch({ do: "connections", value: ready(list) });
        const last = recall();
        const first = list.find((c) => c.id === last) ?? list[0];
        if (first && now.current.current === null) void openUrl(first.url, first.id);
      } catch (error) {
        if (!gone) dispatch({ do: "connections", value: failed(asProblem(error)) });
      }
    })();
    return () => {
      gone = true;
    };
  }, [backend, openUrl]);

  const ask = useCallback(
    async (question: string) => {
      const { current, opening } = now.current;
      if (current === null) return;
      leave();
      const run = newRunId();
      dispatch({ do: "begin", run, question });
      const over = new Promise<void>((resolve) => {
        const hear = (event: Event) => {
          dispatch({ do: "event", event });
          if (event.artifact.kind === "finished") resolve();
        };
        backend
          .ask(current, run, question, hear)
          .then(() => setTimeout(resolve, GRACE_MS))
          .catch((error: unknown) => {
            dispatch({ do: "refused", run, problem: asProblem(error) });
            resolve();
          });
      });
      await over;
      dispatch({ do: "cut-off", run });
      void refreshHistory(current, opening);
    },
    [backend, leave, refreshHistory],
  );

  const show = useCallback(
    async (run: string, question: string) => {
      leave();
      dispatch({ do: "replaying", value: "loading" });
      try {
        dispatch({ do: "replayed", run, question, events: await backend.replay(run) });
      } catch (error) {
        dispatch({ do: "replaying", value: asProblem(error) });
      }
    },
    [backend, leave],
  );

  const forget = useCallback(
    async (id: string) => {
      try {
        await backend.forget(id);
        const next = await backend.connections();
        dispatch({ do: "connections", value: ready(next) });
        if (now.current.current === id && next[0]) void openUrl(next[0].url, next[0].id);
      } catch (error) {
        dispatch({ do: "open-problem", problem: asProblem(error) });
      }
    },
    [backend, openUrl],
  );

  const retry = useCallback(() => {
    const { current, connections } = now.current;
    if (current !== null) choose(current);
    else if (connections.is === "failed") {
      dispatch({ do: "connections", value: loading });
      void refreshConnections();
    }
  }, [choose, refreshConnections]);

  const verbs = useMemo<Verbs>(
    () => ({
      choose,
      openUrl: (url) => openUrl(url, null),
      retry,
      forget: (id) => void forget(id),
      ask: (question) => void ask(question),
      stop: leave,
      show: (run, question) => void show(run, question),
      clear: () => {
        leave();
        dispatch({ do: "clear" });
      },
      panel: (candidate) => dispatch({ do: "panel", candidate }),
      dismissOpenProblem: () => dispatch({ do: "open-problem", problem: null }),
    }),
    [choose, openUrl, retry, forget, ask, leave, show],
  );
  return [state, verbs];
}

/** `crypto.randomUUID` is missing where the page is not a secure context; random bytes are always there. */
function newRunId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `run-${[...bytes].map((b) => b.toString(16).padStart(2, "0")).join("")}`;
}

function remember(id: string) {
  try {
    localStorage.setItem(LAST, id);
  } catch {
    // Storage may be off; then the next start opens the first of the list.
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(LAST);
  } catch {
    return null;
  }
}
