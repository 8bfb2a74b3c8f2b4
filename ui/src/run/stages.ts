// The stages in their order, each with the words a person reads while it works and afterwards.
import type { Stage } from "../contract";
import { t } from "../text";
import type { Run } from "./reduce";
import "../text/en/run";

interface Words {
  stage: Stage;
  /** While it runs. */
  now: string;
  /** What it does, in a list of all of them. */
  does: string;
}

const ORDER = [
  "converse",
  "ground",
  "link",
  "generate",
  "evaluate",
  "repair",
  "select",
  "answer",
  "grade",
] as const satisfies readonly Stage[];

export const STAGES: readonly Words[] = ORDER.map((stage) => ({
  stage,
  now: t(`run.now.${stage}`),
  does: t(`run.does.${stage}`),
}));

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
  return last && at > 0 ? t("run.finished", { count: at, of: STAGES.length, next: last.does }) : null;
}

/** What the pipeline is called: only an answer was found in some way. */
export function howWords(run: Run): string {
  switch (run.state) {
    case "running":
      return t("run.how.running");
    case "answered":
      return t("run.how.answered");
    case "declined":
      return t("run.how.declined");
    default:
      return t("run.how.ended");
  }
}

/** An attempt is known by its number: "c12" is the twelfth. */
export function attemptNumber(id: string): string {
  return id.replace(/^c(?=\d+$)/, "");
}

/** One line on what is going on, with counts where there are some. */
export function progressWords(run: Run): string {
  const stage = run.visits.at(-1)?.stage;
  const written = run.candidates.length;
  const tried = Object.keys(run.judged).length;
  const different = run.clusters.length;
  if (stage === "generate" && written > 0) return t("run.written", { written });
  if (stage === "evaluate" && written > 0) return t("run.tried", { tried, written });
  if (stage === "select" && different > 1) return t("run.compared", { different });
  return STAGES.find((s) => s.stage === stage)?.now ?? t("run.starting");
}
