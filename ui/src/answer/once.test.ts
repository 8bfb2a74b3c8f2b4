import { describe, expect, it } from "vitest";
import type { Answer } from "../contract";
import { needsGrid, notesLeft, readsOtherwise, titleSaid } from "./once";

const answer = (change: Partial<Answer>): Answer => ({
  candidate: "c1",
  sentence: "",
  headline: null,
  sql: "",
  reading: "",
  result: { columns: [], rows: [], truncated: null },
  chart: null,
  trust: "high",
  odds: null,
  reasons: [],
  steps: [],
  notes: [],
  assumed: [],
  ...change,
});

describe("how it was read", () => {
  it("is not said again where the sentence has said it", () => {
    const same = answer({
      sentence: "There are 71 customers where country is 'France'.",
      reading: "number of customers, where country is 'France'",
    });
    expect(readsOtherwise(same, "How many customers are in france?")).toBe(false);
  });
  it("is said where it has a word that stands nowhere else", () => {
    const other = answer({
      sentence: "Alster leads with 412,880.",
      reading: "customers by the total of their order lines",
    });
    expect(readsOtherwise(other, "Who are our best customers?")).toBe(true);
    expect(
      readsOtherwise({ ...other, sentence: "The total of order lines: Alster leads." }, "best customers"),
    ).toBe(false);
  });
});

describe("a chart's title", () => {
  const said = answer({ sentence: "12 rows: number of customers for each country, from high to low." });
  it("is not said again where question and sentence have its words", () => {
    expect(titleSaid("Number of customers for each country", said, "how many customers per country?")).toBe(
      true,
    );
  });
  it("stands above it where it says more", () => {
    expect(titleSaid("Revenue for each country", said, "customers per country")).toBe(false);
  });
});

describe("notes", () => {
  it("that an assumption says are left out, and none stands twice", () => {
    const noted = answer({
      notes: ["t", "u", "v", "v"],
      assumed: [{ kind: "time", says: "t", note: 0, weighs: false }],
    });
    expect(notesLeft(noted)).toEqual(["u", "v"]);
  });
  it("of older runs, which have no assumptions, are all there", () =>
    expect(notesLeft({ ...answer({ notes: ["t"] }), assumed: undefined })).toEqual(["t"]));
});

describe("a single value", () => {
  const one = (cell: Answer["result"]["rows"][number][number]) =>
    answer({
      headline: "x",
      result: { columns: [{ name: "n", kind: "text" }], rows: [[cell]], truncated: null },
    });
  it("has no table under it, unless it is long", () => {
    expect(needsGrid(one(71))).toBe(false);
    expect(needsGrid(one("x".repeat(200)))).toBe(true);
    expect(needsGrid(one({ json: "{}" }))).toBe(true);
    expect(needsGrid(answer({}))).toBe(true);
  });
});
