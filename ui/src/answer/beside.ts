// The results beside the answer that are worth a press, best first.
import type { Answer, Candidate, Cluster } from "../contract";
import type { Run } from "../run/reduce";

export interface Other {
  cluster: Cluster;
  candidate: Candidate;
}

/** Those that the selection names; never the answer's own, which a review may have taken from among them. Without an answer: what comes closest to it. */
export function others(run: Run, answer: Answer | null): Other[] {
  return (run.selection?.others ?? []).flatMap((id) => {
    const cluster = run.clusters.find((c) => c.id === id);
    const candidate = run.candidates.find((c) => c.id === cluster?.members[0]);
    const own = answer !== null && cluster?.members.includes(answer.candidate);
    return cluster && candidate && !own ? [{ cluster, candidate }] : [];
  });
}
