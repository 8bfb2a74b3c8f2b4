import { describe, expect, it } from "vitest";
import { count } from "../format/cell";
import { bandOf, narrowing, stepRows } from "./stepRows";

const rows = (rows_in: number | null, rows_out: number | null) =>
  stepRows({ text: "", words: [], rows_in, rows_out });
const many = count(1312);

describe("the rows of a step", () => {
  it("are told where they change", () =>
    expect(rows(1312, 42)).toEqual({
      figures: `${many} → 42`,
      unit: "rows",
      spoken: `${many} rows in, 42 out`,
    }));
  it("are told once where they stay, or where nothing goes in", () => {
    const once = { figures: many, unit: "rows", spoken: `${many} rows` };
    expect([rows(1312, 1312), rows(null, 1312)]).toEqual([once, once]);
  });
  it("are of one number where one or none is left", () => {
    expect(rows(71, 1)).toEqual({ figures: "71 → 1", unit: "row", spoken: "71 rows in, 1 out" });
    expect(rows(1, 0)).toEqual({ figures: "1 → 0", unit: "rows", spoken: "1 row in, 0 out" });
  });
  it("are not told where what came out was not counted", () =>
    expect([rows(1312, null), rows(null, null)]).toEqual([null, null]));
});

describe("the band of rows", () => {
  const step = (rows_in: number | null, rows_out: number | null) => ({
    text: "",
    words: [],
    rows_in,
    rows_out,
  });
  const steps = [step(null, 640), step(640, 60_114), step(60_114, 631), step(631, 631), step(631, 10)];

  it("is one band: each step begins as wide as the one before it ended", () => {
    const band = bandOf(steps);
    for (const [n, width] of band.entries()) if (n > 0) expect(width.from).toBe(band[n - 1]?.to);
    expect(band[1]?.to).toBe(100);
    expect(Math.min(...band.map((w) => w.to))).toBe(band.at(-1)?.to);
  });
  it("is seen even where one row is left, or none", () => {
    for (const rows of [1, 0])
      expect(bandOf([step(null, 1_000_000), step(1_000_000, rows)])[1]?.to).toBeGreaterThan(3);
  });
  it("goes on as it was where rows were not counted", () =>
    expect(bandOf([step(null, 100), step(null, null)])[1]).toEqual({ from: 100, to: 100, known: false }));
  it("is told in the figures where it turns", () =>
    expect(narrowing(steps)).toEqual([640, 60_114, 631, 10].map((rows) => count(rows))));
});
