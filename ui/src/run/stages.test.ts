import { describe, expect, it } from "vitest";
import type { Event, Stage } from "../contract";
import { begin, replay } from "./reduce";
import { howFar } from "./stages";

const entered = (...stages: Stage[]): Event[] =>
  stages.map((value, seq) => ({
    seq,
    run: "r1",
    stage: value,
    at: seq,
    artifact: { kind: "entered", value },
  }));

describe("how far a run came", () => {
  it("counts the steps behind it and names the one it was in", () => {
    const run = replay("r1", "q", entered("converse", "ground", "link", "generate", "evaluate"));
    expect(howFar(run)).toBe("4 of 9 steps were finished; the next was “Run and check them”.");
  });
  it("is nothing before the first step is over", () => {
    expect(howFar(replay("r1", "q", entered("converse")))).toBeNull();
    expect(howFar(begin("r1", "q"))).toBeNull();
  });
});
