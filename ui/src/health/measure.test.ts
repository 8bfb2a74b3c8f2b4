import { describe, expect, it } from "vitest";
import type { Difference, Measured, MeasuredQuestion, Measurement } from "../contract";
import { bounds, changed, headline, rows, took } from "./measure";

const question = (text: string, right: boolean | null): MeasuredQuestion => ({
  question: text,
  right,
  says: "",
  sql: null,
});

const measurement = (over: Partial<Measurement>): Measurement => ({
  at: 1,
  models: [],
  questions: [],
  right: 3,
  of: 4,
  low: 0.3,
  high: 0.95,
  calls: 0,
  dollars: 0,
  seconds: 8,
  ...over,
});

const difference = (won: string[], lost: string[], chance: number): Difference => ({
  won,
  lost,
  both: 10,
  chance,
});

describe("a measurement in words", () => {
  it("says how many are right, and how little a few questions say", () => {
    expect(headline(measurement({}))).toBe("3 of 4 right");
    expect(headline(measurement({ right: 4 }))).toBe("All 4 right");
    expect(bounds(measurement({}))).toContain("So few questions say little: between 30% and 95%");
    expect(bounds(measurement({ of: 40, right: 30 }))).not.toContain("So few");
    expect(headline(measurement({ right: 0, of: 0 }))).toBe("None could be checked");
  });
  it("calls a difference better or worse only where it is more than chance", () => {
    expect(changed(difference([], [], 1))).toBe("The same ones are right as the time before.");
    expect(changed(difference(["a", "b"], ["c"], 1))).toBe(
      "2 questions won and 1 question lost since the time before, which may be chance.",
    );
    expect(changed(difference(["a", "b", "c", "d", "e", "f"], [], 0.03))).toContain(
      "better by more than chance",
    );
    expect(changed(difference([], ["a", "b", "c", "d", "e", "f"], 0.03))).toContain(
      "worse by more than chance",
    );
  });
  it("says who answered and what it cost, as far as it is known", () => {
    const questions = [question("a", true), question("b", true)];
    expect(took(measurement({ questions }))).toEqual(["The built-in engine alone", "4.0 s a question"]);
    const paid = measurement({ questions, models: ["small"], calls: 5, dollars: null });
    expect(took(paid)).toEqual(["With small", "4.0 s a question", "5 calls", "price not known"]);
  });
  it("lists what is wrong first, and what changed first among it", () => {
    const measured: Measured = {
      ready: 4,
      latest: measurement({
        questions: [
          question("right", true),
          question("wrong", false),
          question("gone", null),
          question("lost", false),
        ],
      }),
      before: null,
      difference: difference([], ["lost"], 1),
    };
    expect(rows(measured).map((row) => [row.question.question, row.mark])).toEqual([
      ["lost", "lost"],
      ["wrong", null],
      ["gone", null],
      ["right", null],
    ]);
  });
});
