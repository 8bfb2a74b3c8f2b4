// One run as the screen sees it: a pure fold of its events, one by one or many at once. A saved run, folded again, gives
// the same value.
import type {
  Answer,
  Candidate,
  Cluster,
  Declined,
  Duel,
  Enough,
  Event,
  Grade,
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
  /** Those of its parts that are done, by their places in the plan; each is a run of its own. */
  parts: Record<number, Run>;
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
  /** Reviews of the answer, the first one first. */
  grades: Grade[];
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
  /** All events so far: the run at any of them can be folded again. */
  log: Event[];
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
    parts: {},
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
    grades: [],
    answer: null,
    chosen: null,
    declined: null,
    reply: null,
    problem: null,
    ms: null,
    next: 0,
    log: [],
  };
}

export function reduce(run: Run, event: Event): Run {
  return reduceAll(run, [event]);
}

/** All of them at once: what a run holds is copied once for the lot, not once an event, so that time grows with the events. */
export function reduceAll(run: Run, events: readonly Event[]): Run {
  const draft = new Draft(run);
  for (const event of events) draft.take(event);
  return draft.run;
}

type Lists = "visits" | "candidates" | "repairs" | "calls" | "duels" | "grades" | "log";

/** A run in the making. The run it began with is never changed: a list is copied before it is first written to. */
class Draft {
  run: Run;
  private readonly first: Run;
  private owned = new Set<keyof Run>();
  private places: Map<string, number> | null = null;

  constructor(run: Run) {
    this.run = run;
    this.first = run;
  }

  take(event: Event) {
    if (event.run !== this.run.id || event.seq < this.run.next) return;
    if (this.run === this.first) this.run = { ...this.first };
    this.change(event);
    this.run.next = event.seq + 1;
    this.list("log").push(event);
  }

  private list<K extends Lists>(name: K): Run[K] {
    if (!this.owned.has(name)) {
      this.run[name] = [...this.run[name]] as Run[K];
      this.owned.add(name);
    }
    return this.run[name];
  }

  private change(event: Event) {
    const { run } = this;
    const { artifact } = event;
    switch (artifact.kind) {
      case "started":
        run.header = artifact.value;
        run.question = artifact.value.question;
        break;
      case "recalled":
        run.recalled = artifact.value;
        break;
      case "entered":
        this.close(event.at);
        this.list("visits").push({ stage: artifact.value, from: event.at, to: null });
        break;
      case "plan":
        run.plan = artifact.value;
        break;
      case "part": {
        const { part, events } = artifact.value;
        const id = events[0]?.run ?? "";
        run.parts = { ...run.parts, [part]: reduceAll(begin(id, ""), events) };
        break;
      }
      case "grounding":
        run.grounding = artifact.value;
        break;
      case "linked":
        run.linked = artifact.value;
        break;
      case "candidate":
        this.put(artifact.value);
        break;
      case "enough":
        run.enough = artifact.value;
        break;
      case "judged": {
        this.put(artifact.value.candidate);
        if (!this.owned.has("judged")) run.judged = { ...run.judged };
        this.owned.add("judged");
        run.judged[artifact.value.candidate.id] = artifact.value;
        break;
      }
      case "repair":
        this.list("repairs").push(artifact.value);
        break;
      case "model":
        this.list("calls").push({ stage: event.stage, call: artifact.value });
        break;
      case "clusters":
        run.clusters = artifact.value;
        break;
      case "duel":
        this.list("duels").push(artifact.value);
        break;
      case "selection":
        run.selection = artifact.value;
        run.clusters = artifact.value.clusters;
        run.duels = artifact.value.duels;
        // It is the event's own list now.
        this.owned.delete("duels");
        break;
      case "grade":
        this.list("grades").push(artifact.value);
        break;
      case "answer":
        run.answer = artifact.value;
        break;
      case "declined":
        run.declined = artifact.value;
        break;
      case "reply":
        run.reply = artifact.value;
        break;
      case "problem":
        run.problem = artifact.value;
        break;
      case "chosen":
        run.chosen = artifact.value.candidate;
        run.answer = artifact.value.answer;
        // What was declined has an answer now, or none again.
        if (run.state !== "running") run.state = ending(run);
        break;
      case "finished":
        run.ms = artifact.value.ms;
        this.close(event.at);
        run.state = ending(run);
        break;
      default:
        artifact satisfies never;
    }
  }

  private close(at: number) {
    const last = this.run.visits.at(-1);
    if (last && last.to === null) this.list("visits")[this.run.visits.length - 1] = { ...last, to: at };
  }

  private put(candidate: Candidate) {
    const candidates = this.list("candidates");
    this.places ??= new Map(candidates.map((c, n) => [c.id, n]));
    const place = this.places.get(candidate.id);
    if (place === undefined) {
      this.places.set(candidate.id, candidates.length);
      candidates.push(candidate);
    } else candidates[place] = candidate;
  }
}

function ending(run: Run): RunState {
  if (run.problem) return run.problem.code === "cancelled" ? "stopped" : "failed";
  if (run.answer) return "answered";
  if (run.declined) return "declined";
  if (run.reply) return "replied";
  return "interrupted";
}

/** A run that never began: the command itself failed. */
export function refused(run: Run, problem: Problem): Run {
  return { ...run, state: problem.code === "cancelled" ? "stopped" : "failed", problem, ms: run.ms ?? 0 };
}

/** A run whose end never came: the program was closed, or the line to the engine broke. */
export function cutOff(run: Run): Run {
  if (run.state !== "running") return run;
  const last = run.visits.at(-1);
  const open = last !== undefined && last.to === null;
  // What was declined stays so, also where the search for what comes closest was cut off.
  const state = run.declined ? "declined" : "interrupted";
  const visits = open ? [...run.visits.slice(0, -1), { ...last, to: last.from }] : run.visits;
  return { ...run, state, visits };
}

/** The run as it was after its first `count` events. */
export function runAt(run: Run, count: number): Run {
  if (count >= run.log.length) return run;
  return reduceAll(begin(run.id, run.question), run.log.slice(0, count));
}

export function replay(id: string, question: string, events: readonly Event[]): Run {
  return cutOff(reduceAll(begin(id, question), events));
}
