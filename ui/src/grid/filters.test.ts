import { describe, expect, it } from "vitest";
import { isPlain, narrowed, says, testOf, testsFor, wantedOf } from "./filters";

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
  it("are made of a value as it is, and say why where they cannot be", () => {
    expect(wantedOf("Casa", "Casa")).toEqual({
      can: true,
      only: "Show only rows with “Casa”",
      without: "Leave out rows with “Casa”",
    });
    expect(wantedOf({ decimal: "1234.50" }, "1,234.50")).toMatchObject({
      only: "Show only rows with 1,234.50",
    });
    expect(wantedOf(null, "NULL")).toMatchObject({ only: "Show only rows where this is empty" });
    expect(wantedOf(" \n", "")).toMatchObject({ without: "Leave out rows with nothing but blanks" });
    expect(wantedOf({ json: "{}" }, "{}").can).toBe(false);
    expect(wantedOf({ real: "NaN" }, "NaN").can).toBe(false);
    expect(wantedOf("x".repeat(5_000), "").can).toBe(false);
    expect(wantedOf("x".repeat(50), "")).toMatchObject({ only: expect.stringMatching(/“x{28}…”$/) });
  });
  it("on one value stand alone on its column; values are left out one after the other", () => {
    const before = narrowed([], 1, "a", false);
    expect(before).toEqual([{ column: 1, test: { is: "not_equals", value: "a" } }]);
    const both = narrowed(narrowed(before, 1, "b", false), 1, "b", false);
    expect(both.map((f) => f.test)).toEqual([
      { is: "not_equals", value: "a" },
      { is: "not_equals", value: "b" },
    ]);
    const one = narrowed([...both, { column: 2, test: { is: "empty" } }], 1, { decimal: "1234.50" }, true);
    expect(one).toEqual([
      { column: 2, test: { is: "empty" } },
      { column: 1, test: { is: "equals", value: "1234.50" } },
    ]);
    expect(narrowed([], 0, null, false)[0]?.test).toEqual({ is: "not_empty" });
  });
  it("that are none leave the rows as they are", () => {
    expect(isPlain({ sort: null, filters: [] })).toBe(true);
    expect(isPlain({ sort: { column: 0, descending: false }, filters: [] })).toBe(false);
  });
});
