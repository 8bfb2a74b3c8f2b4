import { describe, expect, it } from "vitest";
import type { Gain, Optimisation, Proof, Variant } from "../contract";
import { proofMore } from "./proof";
import { ending, fate, nothing, proofWords, spread, times, whatChanged } from "./words";

const gain: Gain = { speedup: 3.14, low: 2.8, high: 3.4, runs: 7, before_ms: 1240, after_ms: 395 };
const proof: Proof = { rows: 1204, databases: 300, telling: 212, engine: "SQLite", open: "", rests_on: [] };
const variant: Variant = {
  sql: "SELECT 1",
  changes: [{ rule: "or_to_in", says: "Now a list." }],
  by: "rules",
  status: "WIN",
  turned_down: null,
  why: "",
  counter_example: null,
  proof,
  gain,
  first_ms: 400,
};
const found: Optimisation = {
  before: "SELECT 1",
  parts: [],
  attempts: [variant],
  best: 0,
  refused: "",
  stopped: false,
  plan_before: null,
  plan_after: null,
  advice: [],
};

describe("what came of a search", () => {
  it("names the model that wrote a statement, and no writer where rules did", () => {
    expect(whatChanged(variant)).toBe("Now a list.");
    const model = { rule: "model", says: "Joined once." };
    expect(whatChanged({ ...variant, by: "qwen3:8b", changes: [model] })).toBe(
      "Written by qwen3:8b. Joined once.",
    );
    expect(whatChanged({ ...variant, by: "qwen3:8b", changes: [] })).toBe("Written by qwen3:8b.");
  });

  it("says the gain with its spread and its runs", () => {
    expect([times(3.14), times(9.96), times(134.4)]).toEqual(["3.1", "10", "134"]);
    expect(spread(gain)).toBe("Between 2.8 and 3.4, in 7 runs of each: 395 ms instead of 1.2 s.");
    expect(spread({ ...gain, low: 3.1, high: 3.12 })).toMatch(/^In 7 runs/);
  });

  it("says what was shown to be the same", () => {
    expect(proofWords(proof)).toBe(
      "The same 1,204 rows on your data, and the same on 300 small made-up databases.",
    );
    expect(proofWords({ ...proof, rows: 1 })).toMatch(/^The same row on/);
    expect(proofWords({ ...proof, rows: 0 })).toMatch(/^No rows, as before, on/);
  });

  it("says how finely fractions were compared, and how many small databases told anything", () => {
    expect(proofMore(proof)).toMatch(/made in SQLite .* 212 of them gave it rows/);
    expect(proofMore(proof)).toMatch(/their first ten digits agree/);
    expect(proofMore(proof)).not.toMatch(/same text/);
    expect(proofMore({ ...proof, normal: true })).toMatch(/^Besides, both come to the same text once names/);
  });

  it("says how it ended", () => {
    expect(ending(found)).toBe("3.1 times faster.");
    expect(ending({ ...found, refused: "random" })).toMatch(/cannot/);
    const none = { ...found, best: null };
    expect(ending(none)).toBe("Nothing faster was found.");
    expect(nothing(none)).toBe("1 other way to ask the same was tried. The query stays as it is.");
    expect(nothing({ ...none, attempts: [], stopped: true })).toMatch(/^Stopped before/);
  });

  it("tells apart what became of each way", () => {
    expect(fate(variant, true)).toBe("offered");
    expect(fate({ ...variant, turned_down: "data" }, false)).toBe("differs");
    expect(fate({ ...variant, turned_down: "race", status: "REGRESSION" }, false)).toBe("slower");
    expect(fate({ ...variant, turned_down: "race", status: "NEUTRAL" }, false)).toBe("same");
    expect(fate({ ...variant, turned_down: "made_up" }, false)).toBe("refused");
    expect(fate({ ...variant, turned_down: "gate" }, false)).toBe("refused");
  });
});
