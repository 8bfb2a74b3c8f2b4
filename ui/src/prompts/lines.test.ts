import { describe, expect, it } from "vitest";
import { lineOf, range } from "./lines";

describe("the line of a refusal", () => {
  it("is found where it is named", () => {
    expect(lineOf("Line 7: there is no field called oops.")).toBe(7);
    expect(lineOf("unexpected end at line 12")).toBe(12);
    expect(lineOf("The tier is missing.")).toBe(null);
    expect(lineOf("underline 3")).toBe(null);
    expect(lineOf(null)).toBe(null);
  });
  it("is selected whole, and the last one where the text has become shorter", () => {
    const text = "ab\n\ncde";
    expect(range(text, 1)).toEqual([0, 2]);
    expect(range(text, 2)).toEqual([3, 3]);
    expect(range(text, 3)).toEqual([4, 7]);
    expect(range(text, 9)).toEqual([4, 7]);
  });
});
