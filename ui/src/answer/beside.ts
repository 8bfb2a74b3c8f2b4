// The results beside the answer that are worth a press: what each would mean, best first.
import type { Answer, Candidate, Cluster } from "../contract";
import type { Run } from "../run/reduce";

/** More would be a list to study, and hardly ever holds what the first three do not. */
export const MOST = 3;

export interface Other {
  cluster: Cluster;
  candidate: Candidate;
}

/** Those that found something, by their wins and then as they stand; no reading twice, and not that of the answer. */
export function others(run: Run, answer: Answer, most = MOST): Other[] {
  const wins = new Map(run.selection?.standings.map((s) => [s.cluster, s.wins]));
  const said = new Set([answer.reading]);
  return run.clusters
    .filter((cluster) => !cluster.empty && !cluster.members.includes(answer.candidate))
    .sort((a, b) => (wins.get(b.id) ?? 0) - (wins.get(a.id) ?? 0))
    .flatMap((cluster) => {
      const candidate = run.candidates.find((c) => c.id === cluster.members[0]);
      if (!candidate?.reading || said.has(candidate.reading)) return [];
      said.add(candidate.reading);
      return [{ cluster, candidate }];
    })
    .slice(0, most);
}
