// Everything the screen knows, and how it changes. No effect happens here.
import type { Connection, Event, Opened, Prepared, Problem, Progress, RunSummary } from "../contract";
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
  /** `saved` tells a replay from a run of this sitting. */
  run: { run: Run; saved: boolean } | null;
  replaying: Problem | "loading" | null;
  /** Candidate whose SQL the side panel shows. */
  panel: string | null;
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
  run: null,
  replaying: null,
  panel: null,
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
  | { do: "begin"; run: string; question: string }
  | { do: "event"; event: Event }
  | { do: "events"; run: string; events: Event[] }
  | { do: "refused"; run: string; problem: Problem }
  | { do: "cut-off"; run: string }
  | { do: "replaying"; value: Problem | "loading" | null }
  | { do: "replayed"; run: string; question: string; events: Event[] }
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
    case "begin":
      return {
        ...state,
        run: { run: begin(action.run, action.question), saved: false },
        replaying: null,
        panel: null,
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
        run: { run: replay(action.run, action.question, action.events), saved: true },
        replaying: null,
        panel: null,
      };
    case "clear":
      return { ...state, run: null, replaying: null, panel: null };
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

function change(state: State, id: string, how: (run: Run) => Run): State {
  if (state.run?.run.id !== id) return state;
  const run = how(state.run.run);
  return run === state.run.run ? state : { ...state, run: { ...state.run, run } };
}
