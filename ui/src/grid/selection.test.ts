import { describe, expect, it } from "vitest";
import type { Cell, ResultColumn } from "../contract";
import { asText, find, range, sorted, totals } from "./selection";

const columns: ResultColumn[] = [
  { name: "na\tme", kind: "text" },
  { name: "n", kind: "integer" },
];
const rows: Cell[][] = [
  ["b", 2],
  ["a", null],
  ['c "x"\n', { decimal: "10.5" }],
  [null, 1],
];
const all = range({ row: 0, col: 0 }, { row: 3, col: 1 });

describe("range", () => {
  it("is the same from both ends, the heading left out", () => {
    expect(range({ row: 3, col: 1 }, { row: -1, col: 0 })).toEqual(all);
  });
});

describe("totals", () => {
  it("cover numbers of every form and leave NULL and text out", () => {
    expect(totals(rows, all)).toEqual({ cells: 8, numbers: 3, sum: 13.5, min: 1, max: 10.5 });
  });
  it("are nothing for one cell", () =>
    expect(totals(rows, range({ row: 0, col: 1 }, { row: 0, col: 1 }))).toBeNull());
});

describe("copying", () => {
  it("quotes what would break the lines, with and without column names", () => {
    expect(asText(columns, rows, all, true)).toBe('"na\tme"\tn\nb\t2\na\t\n"c ""x""\n"\t10.5\n\t1');
    expect(asText(columns, rows, range({ row: 0, col: 0 }, { row: 0, col: 0 }), false)).toBe("b");
  });
});

describe("sorting", () => {
  it("orders numbers by value and puts NULL last both ways", () => {
    const by = (down: boolean) => sorted(rows, { col: 1, down }).map((r) => r[1]);
    expect(by(false)).toEqual([1, 2, { decimal: "10.5" }, null]);
    expect(by(true)).toEqual([{ decimal: "10.5" }, 2, 1, null]);
  });
  it("leaves the rows it was given alone", () => {
    const before = structuredClone(rows);
    sorted(rows, { col: 0, down: true });
    expect(rows).toEqual(before);
  });
});

describe("finding", () => {
  it("ignores case and goes row by row", () => {
    expect(find(rows, "C")).toEqual([{ row: 2, col: 0 }]);
    expect(find(rows, "1")).toEqual([
      { row: 2, col: 1 },
      { row: 3, col: 1 },
    ]);
  });
  it("nothing sought is nothing found, and a flood is cut", () => {
    expect(find(rows, "")).toEqual([]);
    expect(find(Array(100).fill(["x"]), "x", 7)).toHaveLength(7);
  });
});
