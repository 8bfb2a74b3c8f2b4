import { describe, expect, it } from "vitest";
import { candidateOf } from "../run/made";
import { leadWriter, writersOf } from "./writers";

const by = (generator: string) => writersOf({ ...candidateOf("c1"), generator }).map((w) => w.key);

describe("who wrote an attempt", () => {
  it("is told by its generator's name", () => {
    expect(by("reader")).toEqual(["reader"]);
    expect(by("ranked groups")).toEqual(["rules"]);
    expect(by("reasoning_a3")).toEqual(["reasoning"]);
    expect(by("icl_c1")).toEqual(["icl"]);
  });
  it("is a model wherever one was asked, by whatever prompt", () => {
    const models = [
      "whole_w1",
      "trained_o1",
      "reasoning_a4",
      "icl_c1",
      "steps_d1",
      "complex_b2a",
      "standard_b1a",
      "skeleton_f1",
      "again_r1",
    ];
    const writers = models.map((generator) => leadWriter({ ...candidateOf("c1"), generator }));
    expect(writers.filter((writer) => !writer.model)).toEqual([]);
    expect(new Set(writers.map((writer) => `${writer.shape} ${writer.colour}`)).size).toBe(models.length);
  });
  it("is all who came to the same, each once; a strategy with a comma in its name is one", () => {
    expect(by("icl_c1, reasoning_a3")).toEqual(["icl", "reasoning"]);
    expect(by("list, each once")).toEqual(["rules"]);
    expect(by("reader, figure")).toEqual(["reader", "rules"]);
  });
  it("has a colour and a shape of its own", () => {
    const all = [
      "reader",
      "list",
      "reasoning_a",
      "standard_b",
      "complex_c",
      "icl_d",
      "conversation",
      "verified",
    ];
    const writers = all.map((generator) => leadWriter({ ...candidateOf("c1"), generator }));
    expect(new Set(writers.map((w) => w.colour)).size).toBe(all.length);
    expect(new Set(writers.map((w) => w.shape)).size).toBe(all.length);
  });
});
