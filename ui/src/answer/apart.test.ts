import { describe, expect, it } from "vitest";
import type { Cell, OnlyHere, ResultSet } from "../contract";
import { columnsToShow, heading, single } from "./apart";

function result(names: string[], rows: Cell[][]): ResultSet {
  return { columns: names.map((name) => ({ name, kind: "text" })), rows, truncated: null };
}

describe("columns of rows that differ", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  it("are the first and those that differ, in their order", () => {
    const mine = result(names, [["x", 1, 2, 3, 4, 5]]);
    const other = result(names, [["x", 1, 2, 3, 4, 6]]);
    expect(columnsToShow(mine, other, 3)).toEqual([0, 1, 5]);
  });
  it("a column that the other lacks differs", () => {
    expect(columnsToShow(result(["a", "b", "c"], [["x", 1, 2]]), result(["a", "b"], [["x", 1]]), 2)).toEqual([
      0, 2,
    ]);
  });
  it("all of them where there is place, and none of no columns", () => {
    expect(columnsToShow(result(["a", "b"], [["x", 1]]), result([], []))).toEqual([0, 1]);
    expect(columnsToShow(result([], []), result(["a"], []))).toEqual([]);
  });
});

describe("what is only here", () => {
  const only = (rows: Cell[][], count: number): OnlyHere => ({ result: result(["n"], rows), rows: count });
  it("a single value stands for itself", () => {
    expect(single(only([[71]], 1))).toBe(71);
    expect(single(only([[71]], 9))).toBeUndefined();
    expect(single(only([], 0))).toBeUndefined();
  });
  it("says how many there are and how many are shown", () => {
    expect(heading(only([[1], [2]], 2), false)).toBe("2 rows only in this result:");
    expect(heading(only([[1], [2]], 9), false)).toBe("9 rows only in this result; the first 2:");
    expect(heading(only([], 0), false)).toBe("Every row is in the other result too.");
    expect(heading(only([[1]], 1), true)).toBe("1 row only in this result, as far as it was read:");
  });
});
