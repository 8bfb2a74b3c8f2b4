// The results beside the answer that are worth a press, best first.
import type { Answer, Candidate, Cluster } from "../contract";
import type { Run } from "../run/reduce";

export interface Other {
  cluster: Cluster;
  candidate: Candidate;
}

/** Those that the selection names; never the answer's own, which a review may have taken from among them. */
export function others(run: Run, answer: Answer): Other[] {
  return (run.selection?.others ?? []).flatMap((id) => {
    const cluster = run.clusters.find((c) => c.id === id && !c.members.includes(answer.candidate));
    const candidate = run.candidates.find((c) => c.id === cluster?.members[0]);
    return cluster && candidate ? [{ cluster, candidate }] : [];
  });
}
