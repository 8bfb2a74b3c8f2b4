// One run as the screen sees it: a pure fold of its events. A saved run, folded again, gives the same value.
import type {
  Answer,
  Candidate,
  Cluster,
  Declined,
  Duel,
  Enough,
  Event,
  Grounding,
  Header,
  Judged,
  Linked,
  ModelCall,
  Plan,
  Problem,
  Recalled,
  RepairAttempt,
  Reply,
  RunState,
  Selection,
  Stage,
} from "../contract";

/** A visit to a stage; `to` is null while it lasts. The pipeline may visit a stage twice. */
export interface Visit {
  stage: Stage;
  from: number;
  to: number | null;
}

export interface Run {
  id: string;
  question: string;
  state: "running" | RunState;
  header: Header | null;
  /** The earlier question that this one is taken for. */
  recalled: Recalled | null;
  visits: Visit[];
  plan: Plan | null;
  grounding: Grounding | null;
  linked: Linked | null;
  /** In the order of generation; a repaired candidate keeps its place. */
  candidates: Candidate[];
  judged: Record<string, Judged>;
  /** Queries of models agreed before all were there. */
  enough: Enough | null;
  repairs: RepairAttempt[];
  /** Calls to language models with the stage that made them, in the order in which they ended. */
  calls: { stage: Stage | null; call: ModelCall }[];
  clusters: Cluster[];
  duels: Duel[];
  selection: Selection | null;
  answer: Answer | null;
  /** The candidate that the person chose instead of the run's own. */
  chosen: string | null;
  declined: Declined | null;
  /** A question back, or small talk. */
  reply: Reply | null;
  problem: Problem | null;
  /** Of the whole run, once it is over. */
  ms: number | null;
  /** Of the next event; an event before it was seen already. */
  next: number;
}

export function begin(id: string, question: string): Run {
  return {
    id,
    question,
    state: "running",
    header: null,
    recalled: null,
    visits: [],
    plan: null,
    grounding: null,
    linked: null,
    candidates: [],
    judged: {},
    enough: null,
    repairs: [],
    calls: [],
    clusters: [],
    duels: [],
    selection: null,
    answer: null,
    chosen: null,
    declined: null,
    reply: null,
    problem: null,
    ms: null,
    next: 0,
  };
}

export function reduce(run: Run, event: Event): Run {
  if (event.run !== run.id || event.seq < run.next) return run;
  return { ...run, ...change(run, event), next: event.seq + 1 };
}

function change(run: Run, event: Event): Partial<Run> {
  const { artifact } = event;
  switch (artifact.kind) {
    case "started":
      return { header: artifact.value, question: artifact.value.question };
    case "recalled":
      return { recalled: artifact.value };
    case "entered":
      return {
        visits: [...close(run.visits, event.at), { stage: artifact.value, from: event.at, to: null }],
      };
    case "plan":
      return { plan: artifact.value };
    case "grounding":
      return { grounding: artifact.value };
    case "linked":
      return { linked: artifact.value };
    case "candidate":
      return { candidates: put(run.candidates, artifact.value) };
    case "enough":
      return { enough: artifact.value };
    case "judged": {
      const judged = artifact.value;
      return {
        candidates: put(run.candidates, judged.candidate),
        judged: { ...run.judged, [judged.candidate.id]: judged },
      };
    }
    case "repair":
      return { repairs: [...run.repairs, artifact.value] };
    case "model":
      return { calls: [...run.calls, { stage: event.stage, call: artifact.value }] };
    case "clusters":
      return { clusters: artifact.value };
    case "duel":
      return { duels: [...run.duels, artifact.value] };
    case "selection": {
      const selection = artifact.value;
      return { selection, clusters: selection.clusters, duels: selection.duels };
    }
    case "answer":
      return { answer: artifact.value };
    case "declined":
      return { declined: artifact.value };
    case "reply":
      return { reply: artifact.value };
    case "problem":
      return { problem: artifact.value };
    case "chosen":
      return { chosen: artifact.value.candidate, answer: artifact.value.answer };
    case "finished":
      return { ms: artifact.value.ms, visits: close(run.visits, event.at), state: ending(run) };
  }
}

function ending(run: Run): RunState {
  if (run.problem) return run.problem.code === "cancelled" ? "stopped" : "failed";
  if (run.answer) return "answered";
  if (run.declined) return "declined";
  if (run.reply) return "replied";
  return "interrupted";
}

function close(visits: Visit[], at: number): Visit[] {
  const last = visits.at(-1);
  return last && last.to === null ? [...visits.slice(0, -1), { ...last, to: at }] : visits;
}

function put(candidates: Candidate[], candidate: Candidate): Candidate[] {
  const place = candidates.findIndex((c) => c.id === candidate.id);
  return place < 0 ? [...candidates, candidate] : candidates.with(place, candidate);
}

/** A run that never began: the command itself failed. */
export function refused(run: Run, problem: Problem): Run {
  return { ...run, state: problem.code === "cancelled" ? "stopped" : "failed", problem, ms: run.ms ?? 0 };
}

/** A run whose end never came: the program was closed, or the line to the engine broke. */
export function cutOff(run: Run): Run {
  if (run.state !== "running") return run;
  const at = run.visits.at(-1)?.from ?? 0;
  return { ...run, state: "interrupted", visits: close(run.visits, at) };
}

export function replay(id: string, question: string, events: readonly Event[]): Run {
  return cutOff(events.reduce(reduce, begin(id, question)));
}
