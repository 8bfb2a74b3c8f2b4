import { describe, expect, it } from "vitest";
import { count } from "../format/cell";
import { stepRows } from "./stepRows";

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
