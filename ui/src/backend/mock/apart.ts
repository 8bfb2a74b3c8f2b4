// What tells two results of the mock apart, and the answer of a reading that the person chose.
import type { Answer, Chosen, Cluster, Disagreement, Event, OnlyHere, ResultSet } from "../../contract";
import { problem } from "./saved";

/** What a scenario says of its two leading results. */
export type Told = Pick<Disagreement, "says" | "condition">;

const SHOWN = 5;

function onlyIn(result: ResultSet, other: ResultSet): OnlyHere {
  const there = new Set(other.rows.map((row) => JSON.stringify(row)));
  const rows = result.rows.filter((row) => !there.has(JSON.stringify(row)));
  return {
    result: { ...result, rows: rows.slice(0, SHOWN), truncated: rows.length > SHOWN ? "rows" : null },
    rows: rows.length,
  };
}

export function disagreement(
  told: Told | undefined,
  [a, b]: Cluster[],
  resultOf: (cluster: Cluster) => ResultSet | null,
): Disagreement | null {
  if (!told || !a || !b) return null;
  const [one, two] = [resultOf(a), resultOf(b)];
  if (!one || !two) return null;
  return { a: a.id, b: b.id, ...told, only_a: onlyIn(one, two), only_b: onlyIn(two, one), partial: false };
}

/** The run's next event; throws a `Problem` for what cannot be chosen. */
export function chosen(events: Event[], candidate: string | null): Event {
  const last = events.at(-1);
  const own = events.find((e) => e.artifact.kind === "answer")?.artifact;
  if (!last || !events.some((e) => e.artifact.kind === "selection"))
    throw problem("bad_input", "This question has no answer to choose another for.", "Ask it again first.");
  const before = own?.kind === "answer" ? own.value : null;
  const value: Chosen = { candidate, answer: candidate === null ? before : answerOf(events, candidate) };
  return { ...last, seq: last.seq + 1, stage: null, artifact: { kind: "chosen", value } };
}

function answerOf(events: Event[], candidate: string): Answer {
  const judged = events
    .flatMap((e) => (e.artifact.kind === "judged" ? [e.artifact.value] : []))
    .findLast((j) => j.candidate.id === candidate);
  if (judged?.outcome.kind !== "ran")
    throw problem(
      "bad_input",
      "This query was not run, so it has no result to show.",
      "Choose another reading.",
    );
  const { result } = judged.outcome;
  const one = result.rows.length === 1 && result.columns.length === 1;
  const { reading, sql } = judged.candidate;
  return {
    candidate,
    sentence: `${reading.slice(0, 1).toUpperCase()}${reading.slice(1)}.`,
    headline: one ? String(result.rows[0]?.[0]) : null,
    sql,
    reading,
    result,
    chart: null,
    trust: "high",
    reasons: ["You chose this reading.", "Every word of the question is used."],
    steps: [],
    notes: [],
  };
}
