// Candidates for tests of runs.
import type { Candidate, Judged } from "../contract";

export function candidateOf(id: string): Candidate {
  return {
    id,
    generator: "counting",
    sql: "SELECT 1",
    reading: "one",
    belief: 0.5,
    uses: [],
    unplaced: [],
    times: [],
  };
}

export function judgedOf(candidate: Candidate): Judged {
  return {
    candidate,
    findings: [],
    outcome: { kind: "not_run" },
    score: 0,
    parts: [],
    confidence: 0,
    repairs: [],
  };
}
