// The results beside the answer that are worth a press, best first.
import type { Answer, Candidate, Cluster } from "../contract";
import type { Run } from "../run/reduce";

export interface Other {
  cluster: Cluster;
  candidate: Candidate;
}

/** Most that stand beside an answer, or in place of one: more would be a list to study. */
const SHOWN = 3;

/** Those that the selection names; never the answer's own, which a review may have taken from among them. */
export function others(run: Run, answer: Answer): Other[] {
  return named(run, run.selection?.others ?? []).filter((o) => !o.cluster.members.includes(answer.candidate));
}

/** What comes closest to a question that was declined: the result that would have been its answer, then the others. */
export function closest(run: Run): Other[] {
  if (!run.selection) return [];
  const { winner, others: next } = run.selection;
  const won = run.clusters.filter((c) => c.members.includes(winner)).map((c) => c.id);
  return named(run, [...won, ...(next ?? [])])
    .filter((o) => !o.cluster.empty)
    .slice(0, SHOWN);
}

function named(run: Run, ids: readonly string[]): Other[] {
  return ids.flatMap((id) => {
    const cluster = run.clusters.find((c) => c.id === id);
    const candidate = run.candidates.find((c) => c.id === cluster?.members[0]);
    return cluster && candidate ? [{ cluster, candidate }] : [];
  });
}
