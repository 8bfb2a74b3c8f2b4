// The screen's verbs: each talks to the backend and tells the state what came of it.
import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { fileName } from "../answer/formats";
import { asProblem, type Backend } from "../backend/backend";
import type { ConnectRequest, Event, Keep, Opened, Privacy, Problem, Secrets } from "../contract";
import { byFrame } from "../run/frames";
import { t } from "../text";
import { failed, loading, ready } from "./load";
import { newRunId } from "./names";
import { initial, type State, step } from "./state";
import { useCheck } from "./useCheck";
import "../text/en/app";

export interface How {
  /** For this question alone. */
  hint?: string;
  /** Never answered from an earlier question. */
  anew?: boolean;
  /** Behind this run; null: a conversation begins. */
  after?: string | null;
  /** No question back. */
  anyway?: boolean;
}

export interface Verbs {
  choose(id: string): void;
  /** What went wrong, or null once it is open. On trouble what was open stays open. */
  openUrl(url: string): Promise<Problem | null>;
  connect(request: ConnectRequest): Promise<Problem | null>;
  /** The connection on screen, with what it needed. */
  unlock(secrets: Secrets, passphrase: string | null, keep: Keep | null): Promise<Problem | null>;
  forget(id: string): Promise<Problem | null>;
  /** What of it a model may see. */
  setPrivacy(id: string, privacy: Privacy): Promise<Problem | null>;
  retry(): void;
  pause(paused: boolean): void;
  stopPreparing(): void;
  /** After it was stopped or failed: goes on where it was. */
  prepare(): void;
  /** Behind the run on screen, where there is one. */
  ask(question: string, how?: How): void;
  stop(): void;
  /** A conversation, its turns oldest first; `compare`: its last one beside an earlier run of its question. */
  show(turns: { run: string; question: string }[], compare?: boolean): void;
  /** A run on screen beside another of its question; null closes that. */
  compare(run: string | null): void;
  /** An empty title is the first question again. */
  rename(thread: string, title: string): Promise<Problem | null>;
  /** A conversation as one page; the path that it was written to, or nothing where the person chose none. */
  report(run: string, title: string, kind: "report" | "markdown"): Promise<string | null>;
  remove(thread: string): Promise<Problem | null>;
  /** A run that was cut off goes on behind its last finished stage. */
  goOn(run: string, question: string): void;
  /** The person finds the answer right, or takes that back. */
  verify(run: string, right: boolean): Promise<Problem | null>;
  /** The query of a conversation's last answer runs again, which is then on screen beside what it was. */
  check(turns: { run: string; question: string }[]): Promise<Problem | null>;
  stopCheck(): void;
  /** The run's answer is kept in view, or no longer. */
  pin(run: string, pinned: boolean): Promise<Problem | null>;
  /** What is kept of this database, read again. */
  refresh(): void;
  /** Another reading of the run becomes its answer; null takes that back. */
  prefer(run: string, candidate: string | null): Promise<Problem | null>;
  clear(): void;
  panel(candidate: string | null): void;
}

const LAST = "askwell.last";

const NO_SECRETS: Secrets = { database: null, tunnel: null };

const STOPPED: Problem = { code: "cancelled", message: t("app.main.stopped"), hint: null, detail: null };

/** Messages may come after the command has returned; when none has come for this long, none will. */
const QUIET_MS = 1_000;

export function useAskwell(backend: Backend): [State, Verbs] {
  const [state, dispatch] = useReducer(step, initial);
  const now = useRef(state);
  now.current = state;
  const counter = useRef(0);
  /** Connections whose preparing the person stopped: coming back to one does not begin it again. */
  const held = useRef(new Set<string>());
  /** What waits until its database has the password it lost. */
  const waiting = useRef<(() => void) | null>(null);

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
      try {
        dispatch({ do: "threads", at, value: ready(await backend.threads(id)) });
      } catch (error) {
        dispatch({ do: "threads", at, value: failed(asProblem(error)) });
      }
    },
    [backend],
  );

  const prepare = useCallback(
    async (id: string, at: number) => {
      try {
        if (held.current.has(id)) throw STOPPED;
        const value = await backend.prepare(id, (progress) =>
          dispatch({ do: "progress", at, value: progress }),
        );
        dispatch({ do: "prepared", at, value: ready(value) });
      } catch (error) {
        const problem = asProblem(error);
        if (problem.code === "cancelled") held.current.add(id);
        dispatch({ do: "prepared", at, value: failed(problem) });
      }
      try {
        dispatch({ do: "examples", at, value: ready(await backend.examples(id)) });
      } catch {
        // They are an offer; without them the question box is as useful.
        dispatch({ do: "examples", at, value: ready([]) });
      }
    },
    [backend],
  );

  const settle = useCallback(
    async (id: string, at: number) => {
      await Promise.all([prepare(id, at), refreshHistory(id, at), refreshConnections()]);
    },
    [prepare, refreshConnections, refreshHistory],
  );

  const leave = useCallback(() => {
    const run = now.current.run?.run;
    if (run?.state === "running") backend.stop(run.id).catch(() => undefined);
  }, [backend]);

  const arrive = useCallback(
    (opened: Opened, at: number) => {
      dispatch({ do: "opened", at, value: opened });
      remember(opened.connection.id);
      void settle(opened.connection.id, at);
    },
    [settle],
  );

  /** One more database, beside what is open: that stays until the new one is there. */
  const beside = useCallback(
    async (opening: () => Promise<Opened>): Promise<Problem | null> => {
      try {
        const opened = await opening();
        leave();
        counter.current += 1;
        dispatch({ do: "opening", id: opened.connection.id, at: counter.current });
        arrive(opened, counter.current);
        return null;
      } catch (error) {
        return asProblem(error);
      }
    },
    [arrive, leave],
  );

  const choose = useCallback(
    async (id: string) => {
      counter.current += 1;
      const at = counter.current;
      leave();
      waiting.current = null;
      dispatch({ do: "opening", id, at });
      try {
        const opened = await backend.reopen(id, NO_SECRETS, null, null);
        if (counter.current === at) arrive(opened, at);
      } catch (error) {
        dispatch({ do: "open-failed", at, problem: asProblem(error) });
      }
    },
    [arrive, backend, leave],
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
        if (first && now.current.current === null) void choose(first.id);
      } catch (error) {
        if (!gone) dispatch({ do: "connections", value: failed(asProblem(error)) });
      }
    })();
    return () => {
      gone = true;
    };
  }, [backend, choose]);

  /** Follows a run to its end, as `how` begins it. */
  const follow = useCallback(
    async (
      run: string,
      question: string,
      after: string | null,
      how: (id: string, hear: (event: Event) => void) => Promise<void>,
      locked: () => void,
    ) => {
      const { current, opening } = now.current;
      if (current === null) return;
      leave();
      dispatch({ do: "begin", run, question, after });
      const over = new Promise<void>((resolve) => {
        const show = byFrame((events) => dispatch({ do: "events", run, events }));
        let quiet: ReturnType<typeof setTimeout> | null = null;
        const listen = () => {
          if (quiet !== null) clearTimeout(quiet);
          quiet = setTimeout(resolve, QUIET_MS);
        };
        const hear = (event: Event) => {
          show(event);
          if (event.artifact.kind === "finished") resolve();
          else if (quiet !== null) listen();
        };
        how(current, hear)
          .then(listen)
          .catch((error: unknown) => {
            const problem = asProblem(error);
            if (problem.code === "needs_secret") {
              locked();
              dispatch({ do: "open-failed", at: opening, problem });
            } else dispatch({ do: "refused", run, problem });
            resolve();
          });
      });
      await over;
      dispatch({ do: "cut-off", run });
      void refreshHistory(current, opening);
    },
    [leave, refreshHistory],
  );

  const ask = useCallback(
    (question: string, how: How = {}) => {
      const run = newRunId();
      const { hint = "", anew = false, anyway = false } = how;
      const after = how.after === undefined ? (now.current.run?.run.id ?? null) : how.after;
      const again = () => {
        waiting.current = () => void ask(question, { ...how, after });
      };
      const asking = (id: string, hear: (event: Event) => void) =>
        backend.ask(id, run, question, hint, anew, after, anyway, hear);
      return follow(run, question, after, asking, again);
    },
    [backend, follow],
  );

  const goOn = useCallback(
    (run: string, question: string) => {
      const again = () => {
        waiting.current = () => void goOn(run, question);
      };
      const before = now.current.turns.at(-1)?.id ?? null;
      return follow(run, question, before, (_, hear) => backend.resume(run, hear), again);
    },
    [backend, follow],
  );

  const unlock = useCallback(
    async (secrets: Secrets, passphrase: string | null, keep: Keep | null): Promise<Problem | null> => {
      const { current } = now.current;
      const at = counter.current;
      if (current === null) return null;
      try {
        const opened = await backend.reopen(current, secrets, passphrase, keep);
        if (counter.current !== at) return null;
        arrive(opened, at);
        const waited = waiting.current;
        waiting.current = null;
        waited?.();
        return null;
      } catch (error) {
        return asProblem(error);
      }
    },
    [arrive, backend],
  );

  const show = useCallback(
    async (turns: { run: string; question: string }[], compare = false, saved = true) => {
      leave();
      dispatch({ do: "replaying", value: "loading" });
      try {
        const events = await Promise.all(turns.map((turn) => backend.replay(turn.run)));
        dispatch({
          do: "replayed",
          runs: turns.map(({ run, question }, n) => ({ run, question, events: events[n] ?? [] })),
          compare,
          saved,
        });
      } catch (error) {
        dispatch({ do: "replaying", value: asProblem(error) });
      }
    },
    [backend, leave],
  );

  const { check, stopCheck } = useCheck({ backend, now, dispatch, refreshHistory, show });

  /** A change to a conversation, and the list as it is then. */
  const changed = useCallback(
    async (how: () => Promise<void>): Promise<Problem | null> => {
      const { current, opening } = now.current;
      try {
        await how();
      } catch (error) {
        return asProblem(error);
      }
      if (current !== null) await refreshHistory(current, opening);
      return null;
    },
    [refreshHistory],
  );

  const verify = useCallback(
    async (run: string, right: boolean): Promise<Problem | null> => {
      const { current, opening } = now.current;
      try {
        await backend.verify(run, right);
      } catch (error) {
        return asProblem(error);
      }
      // The same question with the same SQL stands there for other runs, too.
      if (current !== null) await refreshHistory(current, opening);
      return null;
    },
    [backend, refreshHistory],
  );

  const prefer = useCallback(
    async (run: string, candidate: string | null): Promise<Problem | null> => {
      const { current, opening } = now.current;
      if (current === null) return null;
      try {
        dispatch({ do: "event", event: await backend.choose(current, run, candidate) });
      } catch (error) {
        return asProblem(error);
      }
      await refreshHistory(current, opening);
      return null;
    },
    [backend, refreshHistory],
  );

  const forget = useCallback(
    async (id: string): Promise<Problem | null> => {
      try {
        await backend.forget(id);
        const next = await backend.connections();
        dispatch({ do: "connections", value: ready(next) });
        if (now.current.current === id && next[0]) void choose(next[0].id);
        return null;
      } catch (error) {
        return asProblem(error);
      }
    },
    [backend, choose],
  );

  const setPrivacy = useCallback(
    async (id: string, privacy: Privacy): Promise<Problem | null> => {
      try {
        dispatch({ do: "connection", value: await backend.setPrivacy(id, privacy) });
        return null;
      } catch (error) {
        return asProblem(error);
      }
    },
    [backend],
  );

  const retry = useCallback(() => {
    const { current, connections } = now.current;
    if (current !== null) void choose(current);
    else if (connections.is === "failed") {
      dispatch({ do: "connections", value: loading });
      void refreshConnections();
    }
  }, [choose, refreshConnections]);

  const verbs = useMemo<Verbs>(
    () => ({
      choose: (id) => void choose(id),
      openUrl: (url) => beside(() => backend.open(url)),
      connect: (request) => beside(() => backend.connect(request)),
      unlock,
      forget,
      setPrivacy,
      retry,
      pause: (paused) => {
        const { current } = now.current;
        // Preparing that has just ended has nothing to pause.
        if (current !== null) backend.pause(current, paused).catch(() => undefined);
      },
      stopPreparing: () => {
        const { current } = now.current;
        if (current !== null) backend.stop(current).catch(() => undefined);
      },
      prepare: () => {
        const { current, opening } = now.current;
        if (current === null) return;
        held.current.delete(current);
        dispatch({ do: "preparing", at: opening });
        void prepare(current, opening);
      },
      ask: (question, how) => void ask(question, how),
      stop: leave,
      show: (turns, compare) => void show(turns, compare),
      compare: (run) => dispatch({ do: "compare", run }),
      report: async (run, title, kind) => {
        const path = await backend.pickSavePath(fileName(title, kind === "report" ? "html" : "md"), kind);
        return path && (await backend.exportThread(run, path)).path;
      },
      rename: (thread, title) => changed(() => backend.renameThread(thread, title)),
      remove: (thread) => {
        if (now.current.run?.run.header?.thread === thread) dispatch({ do: "clear" });
        return changed(() => backend.deleteThread(thread));
      },
      goOn: (run, question) => void goOn(run, question),
      verify,
      check,
      stopCheck,
      pin: (run, pinned) => changed(() => backend.pin(run, pinned)),
      refresh: () => void changed(async () => undefined),
      prefer,
      clear: () => {
        leave();
        dispatch({ do: "clear" });
      },
      panel: (candidate) => dispatch({ do: "panel", candidate }),
    }),
    [
      backend,
      choose,
      beside,
      unlock,
      retry,
      forget,
      setPrivacy,
      prepare,
      ask,
      leave,
      show,
      goOn,
      changed,
      verify,
      check,
      stopCheck,
      prefer,
    ],
  );
  return [state, verbs];
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
