import { describe, expect, it } from "vitest";
import { promise } from "./odds";

describe("promise", () => {
  it("says that answers were right only where that was measured", () => {
    expect(promise("high", 0.9)).toContain("were right");
    expect(promise("medium", 0.6)).toContain("were right");
    for (const level of ["high", "medium"] as const) {
      expect(promise(level, null)).toContain("Check");
      expect(promise(level, null)).not.toContain("were right");
    }
  });
  it("says that it is an estimate wherever nobody measured it, and nowhere else", () => {
    for (const level of ["high", "medium", "low"] as const) {
      expect(promise(level, null)).toContain("an estimate");
      expect(promise(level, 0.6)).not.toContain("an estimate");
    }
  });
  it("asks for a check wherever trust is not high", () => {
    for (const odds of [0.2, 0.6, null]) {
      expect(promise("low", odds)).toContain("Check");
      expect(promise("medium", odds)).toContain("Check");
    }
  });
});
