// One search for a faster query, from its start to what came of it: a pure fold.
import type { Kept, Optimisation, Problem, Trying } from "../contract";

/** Where the query comes from; a pasted one has no run. */
export interface From {
  connection: string;
  sql: string;
  run: string | null;
  question: string | null;
}

export type Job =
  | { is: "idle" }
  | {
      is: "working";
      job: string;
      from: From;
      since: number;
      trying: Trying | null;
      /** Stopped: what was found is being proven and measured. */
      finishing: boolean;
    }
  | { is: "done"; job: string; from: From; found: Optimisation; kept: Kept | null; problem: Problem | null }
  | { is: "failed"; from: From; problem: Problem };

export type Deed =
  | { do: "begin"; job: string; from: From; at: number }
  | { do: "trying"; job: string; trying: Trying }
  | { do: "finish"; job: string }
  | { do: "found"; job: string; found: Optimisation }
  | { do: "failed"; job: string; problem: Problem }
  | { do: "kept"; job: string; kept: Kept | null }
  | { do: "not-kept"; job: string; problem: Problem }
  | { do: "clear" };

export function fold(job: Job, deed: Deed): Job {
  if (deed.do === "begin") {
    const { job: name, from, at } = deed;
    return { is: "working", job: name, from, since: at, trying: null, finishing: false };
  }
  if (deed.do === "clear") return { is: "idle" };
  // What comes late from a search before this one is not heard.
  if (job.is === "idle" || job.is === "failed" || job.job !== deed.job) return job;
  if (job.is === "working") {
    if (deed.do === "trying") return { ...job, trying: deed.trying };
    if (deed.do === "finish") return { ...job, finishing: true };
    if (deed.do === "failed") return { is: "failed", from: job.from, problem: deed.problem };
    if (deed.do === "found")
      return { is: "done", job: job.job, from: job.from, found: deed.found, kept: null, problem: null };
    return job;
  }
  if (deed.do === "kept") return { ...job, kept: deed.kept, problem: null };
  if (deed.do === "not-kept") return { ...job, problem: deed.problem };
  return job;
}
