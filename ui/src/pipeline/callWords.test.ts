import { describe, expect, it } from "vitest";
import type { ModelCall } from "../contract";
import { begin, reduce } from "../run/reduce";
import { callsOf, callWentOut, enoughWords, leftOutWords, sumWords, withoutModels } from "./callWords";

const call = (change: Partial<ModelCall> = {}): ModelCall => ({
  purpose: "link",
  provider: "p",
  model: "m",
  leaves: true,
  usage: { input: 1000, cached: 0, written: 0, output: 200 },
  cost: 0.01,
  cached: false,
  ms: 900,
  failure: null,
  left_out: null,
  ...change,
});
const failure = { kind: "airplane", message: "m", hint: null, detail: null, retry_after: null } as const;

describe("what a small model is not told", () => {
  const window = { tokens: 4096, from: "server" } as const;
  const left = { window, columns: 0, of_columns: 0, examples: 0, of_examples: 0, samples: false, parts: [] };
  it("is said in figures, with who says how much the model takes in", () => {
    expect(leftOutWords({ ...left, columns: 31, of_columns: 214, of_examples: 8, samples: true })).toBe(
      "Shortened to fit the 4,096 tokens that this model takes in, as its server says. It was told 31 of 214 columns, none of 8 examples, no sample values.",
    );
  });
  it("names each part once and says nothing of columns where none were cut", () => {
    const words = leftOutWords({ ...left, parts: ["result_a", "result_b", "apart"] });
    expect(words).toBe(
      "Shortened to fit the 4,096 tokens that this model takes in, as its server says. Cut short or left out: rows of the results, lesser parts.",
    );
  });
});

describe("calls in sums", () => {
  it("add up", () => {
    expect(sumWords([call(), call({ cost: 0.02 })])).toEqual([
      "2 model calls",
      "2,400 tokens",
      "$0.03",
      "1.8 s",
    ]);
  });
  it("an unknown price makes the sum a lower bound, never a sum", () => {
    expect(sumWords([call(), call({ cost: null })])).toContain("at least $0.01");
    expect(sumWords([call({ cost: null })])).toContain("price unknown");
    expect(sumWords([call({ cost: 0 }), call({ cost: null })])).toContain("price partly unknown");
  });
  it("what was not sent costs nothing and went nowhere", () => {
    const held = call({ failure, usage: { input: 0, cached: 0, written: 0, output: 0 }, cost: null, ms: 0 });
    expect(sumWords([held])).toEqual(["1 model call", "<1 ms", "all without a reply"]);
    expect(callWentOut(held)).toBe(false);
    expect(callWentOut(call({ cached: true }))).toBe(false);
    expect(callWentOut(call())).toBe(true);
  });
  it("belong to the stage that made them", () => {
    const event = {
      seq: 0,
      run: "r",
      stage: "repair",
      at: 1,
      artifact: { kind: "model", value: call() },
    } as const;
    const run = reduce(begin("r", "q"), event);
    expect(callsOf(run, ["repair"])).toEqual([call()]);
    expect(callsOf(run, ["generate", null])).toEqual([]);
  });
  it("that all failed are told with the answer, one that did not is enough to be silent", () => {
    const run = (...calls: ModelCall[]) => ({
      ...begin("r", "q"),
      calls: calls.map((c) => ({ stage: "link" as const, call: c })),
    });
    expect(withoutModels(run())).toBeNull();
    expect(withoutModels(run(call({ failure }), call()))).toBeNull();
    expect(withoutModels(run(call({ failure }), call({ failure })))).toMatch(
      /^No model gave a reply \(not sent: airplane/,
    );
    expect(withoutModels(run(call({ failure: { ...failure, kind: "cancelled" } })))).toBeNull();
  });
});

describe("queries that agree", () => {
  it("says how many, and what was not waited for", () => {
    expect(enoughWords({ agree: 3, ran: 4, spared: 1 })).toBe(
      "Stopped early: 3 of 4 agree, so 1 call to models was not waited for.",
    );
    expect(enoughWords({ agree: 3, ran: 3, spared: 8 })).toContain("8 calls to models were not waited for");
  });
});
