// Runs for tests of the arena: the mock's scenarios folded, whole or up to an event.
import { harbor } from "../backend/mock/catalogs";
import { scenarioFor } from "../backend/mock/scenarios";
import { event, script } from "../backend/mock/script";
import type { Artifact, Event } from "../contract";
import { begin, reduceAll, type Run } from "../run/reduce";

export const CROWD = "average revenue per order by country in the crowd";
export const BEST = "Who are our best customers this year?";

export function logOf(question: string): Event[] {
  const header = {
    run: "r",
    askwell: "0.1.0",
    engine: "SQLite",
    dialect: "sqlite" as const,
    database: "Harbor Goods",
    fingerprint: "f",
    question,
    seed: 1,
    started: 0,
  };
  const turn = { follows: null, reply: null };
  const steps = script(scenarioFor(question), question, header, harbor, 0, false, turn);
  const events = steps.map((step, seq) => event("r", seq, seq * 10, step));
  const over = { kind: "finished" as const, value: { ms: 10 } };
  return [...events, { seq: events.length, run: "r", stage: null, at: 0, artifact: over }];
}

export const runOf = (question: string): Run => reduceAll(begin("r", question), logOf(question));

/** Just before and just after the nth event of a kind. */
export function around(question: string, kind: Artifact["kind"], nth = 0): [Run, Run] {
  const log = logOf(question);
  const at = log.flatMap((e, n) => (e.artifact.kind === kind ? [n] : []))[nth] ?? -1;
  const upTo = (count: number) => reduceAll(begin("r", question), log.slice(0, count));
  return [upTo(at), upTo(at + 1)];
}
