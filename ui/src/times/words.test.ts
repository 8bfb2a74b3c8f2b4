import { describe, expect, it } from "vitest";
import { fiscalWords, MONTHS } from "./words";

describe("a fiscal year in words", () => {
  it("is the calendar's where it begins in January", () => {
    expect(fiscalWords(1)).toBe("The fiscal year is the calendar year.");
  });
  it("ends with the month before the one it begins with", () => {
    expect(fiscalWords(7)).toContain("FY2025 is July 2024 to June 2025");
    for (let month = 2; month <= MONTHS.length; month++)
      expect(fiscalWords(month)).toMatch(/FY2025 is \w+ 2024 to \w+ 2025/);
  });
});
