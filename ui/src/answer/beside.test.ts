import { describe, expect, it } from "vitest";
import { harbor } from "../backend/mock/catalogs";
import { scenarioFor } from "../backend/mock/scenarios";
import { event, script } from "../backend/mock/script";
import type { Header } from "../contract";
import { begin, reduce, type Run } from "../run/reduce";
import { others } from "./beside";

function run(question: string): Run {
  const header: Header = {
    run: "r",
    askwell: "0.1.0",
    engine: "SQLite",
    dialect: "sqlite",
    database: "Harbor Goods",
    fingerprint: "f",
    question,
    seed: 1,
    started: 0,
  };
  const steps = script(scenarioFor(question), question, header, harbor, 0, false, {
    follows: null,
    reply: null,
  });
  return steps.map((step, seq) => event("r", seq, seq, step)).reduce(reduce, begin("r", question));
}

function asked(question: string) {
  const done = run(question);
  if (!done.answer) throw new Error(`"${question}" has no answer`);
  return { done, answer: done.answer };
}

describe("what else the question could mean", () => {
  it("is every other result that found something, never the answer's own", () => {
    const { done, answer } = asked("Who are our best customers?");
    const found = others(done, answer);
    expect(found.length).toBeGreaterThan(0);
    for (const { cluster, candidate } of found) {
      expect(cluster.members).not.toContain(answer.candidate);
      expect(cluster.empty).toBe(false);
      expect(candidate.id).toBe(cluster.members[0]);
    }
  });

  it("stands in the order of the wins, and no more of it than asked for", () => {
    const { done, answer } = asked("Who are our best customers?");
    const rivals = done.clusters.filter((c) => !c.members.includes(answer.candidate));
    const last = rivals.at(-1);
    if (!last || !done.selection) throw new Error("the question has no other results");
    const standings = done.clusters.map((c) => ({ cluster: c.id, wins: c.id === last.id ? 9 : 0 }));
    const turned = { ...done, selection: { ...done.selection, standings } };
    expect(others(turned, answer)[0]?.cluster.id).toBe(last.id);
    expect(others(turned, answer, 1)).toHaveLength(1);
  });

  it("has no result that found nothing, and no reading that was said", () => {
    const { done, answer } = asked("Who are our best customers?");
    const nothing = { ...done, clusters: done.clusters.map((c) => ({ ...c, empty: true })) };
    expect(others(nothing, answer)).toEqual([]);
    const alike = { ...done, candidates: done.candidates.map((c) => ({ ...c, reading: answer.reading })) };
    expect(others(alike, answer)).toEqual([]);
  });
});
