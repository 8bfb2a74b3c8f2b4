import { describe, expect, it } from "vitest";
import type { Explain } from "../contract";
import { measured, planLines } from "./planLines";

const node = (label: string, change: Partial<Explain> = {}): Explain => ({
  label,
  estimated_rows: null,
  cost: null,
  rows: null,
  ms: null,
  children: [],
  ...change,
});

describe("a plan", () => {
  it("is a list by depth with each step’s share of the time", () => {
    const plan = node("QUERY PLAN", {
      children: [node("JOIN", { rows: 5, ms: 30, children: [node("SCAN", { estimated_rows: 9, ms: 10 })] })],
    });
    expect(planLines(plan).map((l) => [l.depth, l.label, l.rows, l.counted, l.share])).toEqual([
      [0, "JOIN", 5, true, 0.75],
      [1, "SCAN", 9, false, 0.25],
    ]);
    expect(measured(plan)).toBe(true);
  });

  it("has no shares where nothing was measured", () => {
    const plan = node("QUERY PLAN", { children: [node("SCAN orders")] });
    expect(planLines(plan)[0]).toMatchObject({ share: null, ms: null, rows: null });
    expect(measured(plan)).toBe(false);
  });
});
