// What a workload's figures say, in words.
import type { Entry, Status, WorkloadState } from "../contract";
import { plural } from "../format/cell";

export const STATUS: Record<Status, string> = {
  WIN: "Faster",
  IMPROVED: "A little faster",
  NEUTRAL: "No gain",
  REGRESSION: "Slower",
  ERROR: "Refused",
};

/** The first state discovers, later ones refine what was carried over. */
export function ofState(state: WorkloadState): string {
  return `State ${state.number}${state.finished ? "" : ", unfinished"}`;
}

export function fasterOf(entries: Entry[]): string {
  const faster = entries.filter(isFaster).length;
  const all = plural(entries.length, "query", "queries");
  if (faster === 0) return `None of ${all} became faster`;
  return `${faster} of ${all} ${faster === 1 ? "is" : "are"} faster`;
}

const isFaster = (entry: Entry) => entry.status === "WIN" || entry.status === "IMPROVED";

/** The last state in which a query became faster, or else the last that tells of it. */
export function stateOf(states: WorkloadState[], query: string): number {
  const told = (of: (entry: Entry) => boolean) =>
    states.filter((state) => state.entries.some((entry) => entry.query_id === query && of(entry))).at(-1);
  return (told(isFaster) ?? told(() => true))?.number ?? 0;
}
