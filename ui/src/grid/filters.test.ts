import { describe, expect, it } from "vitest";
import { isPlain, says, testOf, testsFor } from "./filters";

describe("filters", () => {
  it("are those that a column's values can be asked", () => {
    expect(testsFor("decimal", "postgres")).not.toContain("contains");
    expect(testsFor("text", "postgres")).not.toContain("less");
    // There, an expression has no type, and its values may be either.
    expect(testsFor("other", "sqlite")).toEqual(expect.arrayContaining(["contains", "less"]));
  });
  it("are said as they are read aloud", () => {
    expect(says("price", "decimal", testOf("between", "5", "10"))).toBe("price is between 5 and 10");
    expect(says("day", "date", testOf("less", "2024-02-29", ""))).toBe("day is before 2024-02-29");
    expect(says("note", "text", testOf("not_empty", "left over", ""))).toBe("note is not empty");
  });
  it("that are none leave the rows as they are", () => {
    expect(isPlain({ sort: null, filters: [] })).toBe(true);
    expect(isPlain({ sort: { column: 0, descending: false }, filters: [] })).toBe(false);
  });
});
