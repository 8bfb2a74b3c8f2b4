// What a workload's figures say, in words.
import type { Entry, Status, WorkloadState } from "../contract";
import { t } from "../text";
import "../text/en/fasterMore";

export const STATUS: Record<Status, string> = {
  WIN: t("faster.workload.status.win"),
  IMPROVED: t("faster.workload.status.improved"),
  NEUTRAL: t("faster.workload.status.neutral"),
  REGRESSION: t("faster.workload.status.regression"),
  ERROR: t("faster.workload.status.error"),
};

/** The first state discovers, later ones refine what was carried over. */
export function ofState(state: WorkloadState): string {
  const { number } = state;
  return state.finished
    ? t("faster.workload.state", { number })
    : t("faster.workload.unfinished", { number });
}

export function fasterOf(entries: Entry[]): number {
  return entries.filter(isFaster).length;
}

const isFaster = (entry: Entry) => entry.status === "WIN" || entry.status === "IMPROVED";

/** The last state in which a query became faster, or else the last that tells of it. */
export function stateOf(states: WorkloadState[], query: string): number {
  const told = (of: (entry: Entry) => boolean) =>
    states.filter((state) => state.entries.some((entry) => entry.query_id === query && of(entry))).at(-1);
  return (told(isFaster) ?? told(() => true))?.number ?? 0;
}
