import { describe, expect, it } from "vitest";
import type { TraceStep, WordUse } from "../contract";
import { litColumn, litStep, litWord, ofColumn, ofStep, ofWords } from "./lit";

const span = (start: number, end: number) => ({ start, end });
const uses: WordUse[] = [
  { span: span(0, 5), words: "sales", meaning: "", of: "order_lines.unit_price" },
  { span: span(6, 14), words: "by month", meaning: "", of: "orders.order_date" },
  { span: span(20, 26), words: "orders", meaning: "", of: "orders" },
];
const step = (...words: [number, number][]): TraceStep => ({
  text: "",
  words: words.map(([a, b]) => span(a, b)),
  rows_in: null,
  rows_out: null,
});

describe("what lights up", () => {
  it("with a step: its words and the columns that they were taken for", () => {
    const lit = ofStep(step([6, 14]), uses);
    expect(litWord(lit, span(9, 14))).toBe(true);
    expect(litWord(lit, span(0, 5))).toBe(false);
    expect(litColumn(lit, "order_date")).toBe(true);
    expect(litColumn(lit, "unit_price")).toBe(false);
  });
  it("with a word: its steps", () => {
    const lit = ofWords([span(0, 5)], uses);
    expect(litStep(lit, step([0, 5]), uses)).toBe(true);
    expect(litStep(lit, step([6, 14]), uses)).toBe(false);
  });
  it("with the heading of a column: the steps and words that stand for it", () => {
    const lit = ofColumn("order_date", uses);
    expect(litStep(lit, step([6, 14]), uses)).toBe(true);
    expect(litWord(lit, span(6, 14))).toBe(true);
  });
  it("never a table as if it were a column", () => expect(ofWords([span(20, 26)], uses).columns).toEqual([]));
  it("nothing where nothing is pointed at, nor by a step without words", () => {
    expect(litStep(null, step([0, 5]), uses)).toBe(false);
    expect(litStep(ofStep(step(), uses), step(), uses)).toBe(false);
  });
});
