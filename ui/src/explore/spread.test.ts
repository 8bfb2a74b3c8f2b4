import { describe, expect, it } from "vitest";
import { bounds, measure, peak, shares } from "./spread";

describe("where values lie", () => {
  it("numbers and times are placed, also those too large for a number of the screen", () => {
    expect(shares([25, 50, 75], 0, 100)).toEqual([0.25, 0.5, 0.75]);
    expect(shares([{ date: "2026-01-06" }], { date: "2026-01-01" }, { date: "2026-01-11" })).toEqual([0.5]);
    expect(shares([{ int: "5000000000000000000" }], 0, { int: "10000000000000000000" })).toEqual([0.5]);
    expect(measure({ timestamp: "2026-01-01 00:00:00" })).toBe(measure({ timestamp: "2026-01-01T00:00:00" }));
  });

  it("text and a single value have no place", () => {
    expect(shares(["b"], "a", "c")).toBeNull();
    expect(measure("Lyon 1")).toBeNull();
    expect(measure({ time: "10:30:00" })).toBe(37_800);
    expect(shares([3], 3, 3)).toBeNull();
    expect(shares([null], 0, 10)).toBeNull();
  });

  it("steps are equal and the last ends at the greatest value", () => {
    const histogram = { from: 10, to: 30, rows: [1, 7, 2, 0] };
    expect(bounds(histogram, 0)).toEqual([10, 15]);
    expect(bounds(histogram, 3)).toEqual([25, 30]);
    expect(peak(histogram)).toBe(1);
    expect(bounds({ ...histogram, from: { date: "2026-01-01" } }, 0)).toBeNull();
  });
});
