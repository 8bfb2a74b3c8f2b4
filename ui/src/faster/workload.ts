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
  const faster = entries.filter((entry) => entry.status === "WIN" || entry.status === "IMPROVED").length;
  const all = plural(entries.length, "query", "queries");
  if (faster === 0) return `None of ${all} became faster`;
  return `${faster} of ${all} ${faster === 1 ? "is" : "are"} faster`;
}

/** The last state that tells of a query. */
export function stateOf(states: WorkloadState[], query: string): number {
  const told = states.filter((state) => state.entries.some((entry) => entry.query_id === query));
  return told.at(-1)?.number ?? 0;
}
