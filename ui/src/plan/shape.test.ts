import { describe, expect, it } from "vitest";
import { flat, rowWords, type Step, shaped, slowest, timed, timeWords } from "./shape";

const step = (label: string, change: Partial<Step> = {}): Step => ({
  label,
  estimated_rows: null,
  rows: null,
  ms: null,
  children: [],
  ...change,
});

describe("a plan", () => {
  it("is a tree with each step’s share of the time", () => {
    const nodes = shaped([
      step("JOIN", { rows: 5, ms: 30, children: [step("SCAN", { estimated_rows: 9, ms: 10 })] }),
    ]);
    expect(flat(nodes).map((n) => [n.id, n.says, n.rows, n.counted, n.share])).toEqual([
      ["0", "JOIN", 5, true, 0.75],
      ["0.0", "SCAN", 9, false, 0.25],
    ]);
    expect(timed(nodes)).toBe(true);
    expect(flat(nodes).map(rowWords)).toEqual(["5", "about 9"]);
    expect(slowest(nodes)?.says).toBe("JOIN");
  });

  it("has no shares and no figures where nothing was measured, and a measured nothing is one", () => {
    const nodes = shaped([step("SCAN orders", { says: "Reads all rows of orders" })]);
    expect(nodes[0]).toMatchObject({ share: null, ms: null, rows: null, own: "SCAN orders" });
    expect([timed(nodes), slowest(nodes)]).toEqual([false, null]);
    expect(nodes.map((n) => [rowWords(n), timeWords(n)])).toEqual([["", ""]]);
    const none = shaped([step("FILTER", { rows: 0, ms: 0.01 })]);
    expect(none.map((n) => [rowWords(n), timeWords(n)])).toEqual([["0", "under 0.1 ms"]]);
  });

  it("names no slowest step where the time is spread", () => {
    const nodes = shaped([step("A", { ms: 10 }), step("B", { ms: 10 }), step("C", { ms: 10 })]);
    expect(slowest(nodes)).toBeNull();
  });
});
