// Everything the screen knows, and how it changes. No effect happens here.
import type { Connection, Event, Opened, Prepared, Problem, Progress, RunSummary, Thread } from "../contract";
import { begin, cutOff, reduce, reduceAll, refused, replay, type Run } from "../run/reduce";
import { failed, idle, type Load, loading, ready } from "./load";

export interface State {
  connections: Load<Connection[]>;
  /** The database on screen; `opening` counts up so that a late reply to an earlier one is dropped. */
  current: string | null;
  opening: number;
  opened: Load<Opened>;
  prepared: Load<Prepared>;
  progress: Progress | null;
  examples: Load<string[]>;
  history: Load<RunSummary[]>;
  threads: Load<Thread[]>;
  /** The turns before the run on screen, oldest first; each is over. */
  turns: Run[];
  /** `saved` tells a replay from a run of this sitting. */
  run: { run: Run; saved: boolean } | null;
  replaying: Problem | "loading" | null;
  /** Candidate whose SQL the side panel shows. */
  panel: string | null;
  /** Run that is compared with another of its question. */
  comparing: string | null;
  /** Run whose query runs again, to be held against what it was. */
  checking: string | null;
}

export const initial: State = {
  connections: loading,
  current: null,
  opening: 0,
  opened: idle,
  prepared: idle,
  progress: null,
  examples: idle,
  history: idle,
  threads: idle,
  turns: [],
  run: null,
  replaying: null,
  panel: null,
  comparing: null,
  checking: null,
};

export type Action =
  | { do: "connections"; value: Load<Connection[]> }
  | { do: "connection"; value: Connection }
  | { do: "opening"; id: string; at: number }
  | { do: "opened"; at: number; value: Opened }
  | { do: "open-failed"; at: number; problem: Problem }
  | { do: "progress"; at: number; value: Progress }
  | { do: "preparing"; at: number }
  | { do: "prepared"; at: number; value: Load<Prepared> }
  | { do: "examples"; at: number; value: Load<string[]> }
  | { do: "history"; at: number; value: Load<RunSummary[]> }
  | { do: "threads"; at: number; value: Load<Thread[]> }
  | { do: "begin"; run: string; question: string; after: string | null }
  | { do: "event"; event: Event }
  | { do: "events"; run: string; events: Event[] }
  | { do: "refused"; run: string; problem: Problem }
  | { do: "cut-off"; run: string }
  | { do: "replaying"; value: Problem | "loading" | null }
  | {
      do: "replayed";
      runs: { run: string; question: string; events: Event[] }[];
      compare: boolean;
      /** The last of them ran at another time. */
      saved: boolean;
    }
  | { do: "compare"; run: string | null }
  | { do: "checking"; at: number; value: string | null }
  | { do: "clear" }
  | { do: "panel"; candidate: string | null };

export function step(state: State, action: Action): State {
  if ("at" in action && action.do !== "opening" && action.at !== state.opening) return state;
  switch (action.do) {
    case "connections":
      return { ...state, connections: action.value };
    case "connection":
      return withConnection(state, action.value);
    case "opening":
      return {
        ...initial,
        connections: state.connections,
        current: action.id,
        opening: action.at,
        opened: loading,
      };
    case "opened":
      return {
        ...initial,
        connections: state.connections,
        opening: state.opening,
        current: action.value.connection.id,
        opened: ready(action.value),
        prepared: loading,
        examples: loading,
        history: loading,
        threads: loading,
      };
    case "open-failed":
      return { ...state, opened: failed(action.problem) };
    case "progress":
      return { ...state, progress: action.value };
    case "preparing":
      return { ...state, prepared: loading, progress: null };
    case "prepared":
      return { ...state, prepared: action.value, progress: null };
    case "examples":
      return { ...state, examples: action.value };
    case "history":
      return { ...state, history: action.value };
    case "threads":
      return { ...state, threads: action.value };
    case "begin":
      return {
        ...state,
        turns: upTo(state, action.after),
        run: { run: begin(action.run, action.question), saved: false },
        replaying: null,
        panel: null,
        comparing: null,
      };
    case "event":
      return change(state, action.event.run, (run) => reduce(run, action.event));
    case "events":
      return change(state, action.run, (run) => reduceAll(run, action.events));
    case "refused":
      return change(state, action.run, (run) => refused(run, action.problem));
    case "cut-off":
      return change(state, action.run, cutOff);
    case "replaying":
      return { ...state, replaying: action.value };
    case "replayed":
      return {
        ...state,
        ...replayed(action.runs, action.saved),
        replaying: null,
        panel: null,
        comparing: action.compare ? (action.runs.at(-1)?.run ?? null) : null,
      };
    case "compare":
      return { ...state, comparing: action.run };
    case "checking":
      return { ...state, checking: action.value };
    case "clear":
      return { ...state, run: null, turns: [], replaying: null, panel: null, comparing: null };
    case "panel":
      return { ...state, panel: action.candidate };
  }
}

/** Changed without opening it again. */
function withConnection(state: State, connection: Connection): State {
  const { connections, opened } = state;
  return {
    ...state,
    connections:
      connections.is === "ready"
        ? ready(connections.value.map((c) => (c.id === connection.id ? connection : c)))
        : connections,
    opened:
      opened.is === "ready" && opened.value.connection.id === connection.id
        ? ready({ ...opened.value, connection })
        : opened,
  };
}

/** The turns that a new one comes behind. */
function upTo(state: State, after: string | null): Run[] {
  if (after === null) return [];
  const all = state.run ? [...state.turns, state.run.run] : state.turns;
  return all.slice(0, all.findIndex((run) => run.id === after) + 1);
}

function replayed(
  runs: { run: string; question: string; events: Event[] }[],
  saved: boolean,
): Pick<State, "run" | "turns"> {
  const all = runs.map((r) => replay(r.run, r.question, r.events));
  const last = all.pop();
  return { turns: all, run: last ? { run: last, saved } : null };
}

function change(state: State, id: string, how: (run: Run) => Run): State {
  if (state.run?.run.id !== id) return state;
  const run = how(state.run.run);
  return run === state.run.run ? state : { ...state, run: { ...state.run, run } };
}
