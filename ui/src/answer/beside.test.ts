import { describe, expect, it } from "vitest";
import { BEST, runOf } from "../arena/made";
import { others } from "./beside";

function asked() {
  const run = runOf(BEST);
  if (!run.answer || !run.selection) throw new Error(`"${BEST}" has no answer`);
  return { run, answer: run.answer, selection: run.selection };
}

describe("what else the question could mean", () => {
  it("is what the selection names, in its order, each by the first of its queries", () => {
    const { run, answer, selection } = asked();
    const found = others(run, answer);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((o) => o.cluster.id)).toEqual(selection.others);
    for (const { cluster, candidate } of found) expect(candidate.id).toBe(cluster.members[0]);
  });

  it("is never the answer's own result, and nothing in runs saved before there were others", () => {
    const { run, answer, selection } = asked();
    const own = run.clusters.find((c) => c.members.includes(answer.candidate));
    if (!own) throw new Error("the answer has no result of its own");
    const all = { ...run, selection: { ...selection, others: run.clusters.map((c) => c.id) } };
    expect(others(all, answer).map((o) => o.cluster.id)).not.toContain(own.id);
    expect(others({ ...run, selection: { ...selection, others: undefined } }, answer)).toEqual([]);
  });
});

describe("what comes closest to a declined question", () => {
  it("is what the selection names, its winner among them, and nothing where nothing was compared", () => {
    const petrol = runOf("What did we spend on petrol?");
    expect(petrol.state).toBe("declined");
    const found = others(petrol, null);
    expect(found.map((o) => o.cluster.id)).toEqual(petrol.selection?.others);
    expect(found[0]?.candidate.id).toBe(petrol.selection?.winner);
    expect(others({ ...petrol, selection: null }, null)).toEqual([]);
  });
});
