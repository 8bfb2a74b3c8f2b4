// The stages in their order, each with the words a person reads while it works and afterwards.
import type { Stage } from "../contract";
import type { Run } from "./reduce";

interface Words {
  stage: Stage;
  /** On the rail. */
  name: string;
  /** While it runs. */
  now: string;
  /** What it does, for the rail's second line. */
  does: string;
}

export const STAGES: readonly Words[] = [
  { stage: "converse", name: "Question", now: "Reading the question", does: "Read the question" },
  {
    stage: "ground",
    name: "Words",
    now: "Looking up its words in the data",
    does: "Look its words up in the data",
  },
  { stage: "link", name: "Tables", now: "Finding the tables and columns", does: "Find tables and columns" },
  { stage: "generate", name: "Attempts", now: "Writing different queries", does: "Write different queries" },
  { stage: "evaluate", name: "Trials", now: "Running and checking them", does: "Run and check them" },
  { stage: "repair", name: "Mending", now: "Mending what went wrong", does: "Mend what went wrong" },
  { stage: "select", name: "Comparison", now: "Comparing the results", does: "Compare the results" },
  { stage: "answer", name: "Answer", now: "Writing the answer", does: "Write the answer" },
  { stage: "grade", name: "Review", now: "Reviewing the answer", does: "Review the answer" },
];

export interface StageTime extends Words {
  state: "waiting" | "now" | "done" | "skipped" | "broken";
  /** Over all visits; null before the first ends. */
  ms: number | null;
}

export function stageTimes(run: Run): StageTime[] {
  const over = run.state !== "running";
  const lastVisited = run.visits.at(-1)?.stage;
  return STAGES.map((words) => {
    const visits = run.visits.filter((v) => v.stage === words.stage);
    const closed = visits.filter((v) => v.to !== null);
    const ms = closed.length > 0 ? closed.reduce((sum, v) => sum + ((v.to ?? v.from) - v.from), 0) : null;
    let state: StageTime["state"] = "waiting";
    if (visits.some((v) => v.to === null)) state = "now";
    else if (visits.length > 0) state = "done";
    else if (over) state = "skipped";
    if (over && words.stage === lastVisited && brokeOff(run)) state = "broken";
    return { ...words, ms, state };
  });
}

function brokeOff(run: Run): boolean {
  return run.state === "failed" || run.state === "stopped" || run.state === "interrupted";
}

/** How far a run came that ended before its answer; null: nothing of it is finished. */
export function howFar(run: Run): string | null {
  const at = STAGES.findIndex((s) => s.stage === run.visits.at(-1)?.stage);
  const last = STAGES[at];
  return last && at > 0
    ? `${at} of ${STAGES.length} steps were finished; the next was “${last.does}”.`
    : null;
}

/** What the pipeline is called: only an answer was found in some way. */
export function howWords(run: Run): string {
  switch (run.state) {
    case "running":
      return "How far it is";
    case "answered":
      return "How I got this";
    case "declined":
      return "What was looked for";
    default:
      return "How far it came";
  }
}

/** An attempt is known by its number: "c12" is the twelfth. */
export function attemptNumber(id: string): string {
  return id.replace(/^c(?=\d+$)/, "");
}

/** One line on what is going on, with counts where there are some. */
export function progressWords(run: Run): string {
  const stage = run.visits.at(-1)?.stage;
  const words = STAGES.find((s) => s.stage === stage)?.now ?? "Starting";
  const written = run.candidates.length;
  const tried = Object.keys(run.judged).length;
  if (stage === "generate" && written > 0) return `${words}: ${written} so far`;
  if (stage === "evaluate" && written > 0) return `${words}: ${tried} of ${written}`;
  if (stage === "select" && run.clusters.length > 1) return `${words}: ${run.clusters.length} different ones`;
  return words;
}
