import { describe, expect, it } from "vitest";
import type { Cell, ResultSet } from "../contract";
import { described, type Facts, kindsFor } from "./chart";
import { fieldsOf, hindrance, isPlain, PLAIN, shaped } from "./shape";
import { plainSpec, specFor } from "./spec";

const result = (names: string[], rows: Cell[][]): ResultSet => ({
  columns: names.map((name, n) => ({ name, kind: typeof rows[0]?.[n] === "number" ? "real" : "text" })),
  rows,
  truncated: null,
});
const sales = result(
  ["region", "year", "turnover", "order_count"],
  [
    ["North", "2023", 10, 3],
    ["North", "2024", 40, 4],
    ["South", "2023", 30, 5],
    ["South", "2024", 5, 6],
    ["West", "2023", 20, 7],
    ["West", "2024", 21, 8],
  ],
);
const first: Facts = {
  points: [
    { label: "b", value: 2 },
    { label: "a", value: 3 },
    { label: "c", value: 1 },
  ],
  label: "Kind",
  value: "Pieces",
  series: null,
  other: null,
  drawn: "bar",
  time: null,
  lying: false,
};
const labels = (facts: Facts) => [...new Set(facts.points.map((p) => p.label))];

describe("a chart as it is wished for", () => {
  it("is as it was while nothing is wished", () => {
    expect(isPlain({ ...PLAIN, kind: "pie" })).toBe(true);
    expect(labels(shaped(first, sales, PLAIN))).toEqual(["b", "a", "c"]);
  });

  it("stands in the order that was chosen", () => {
    const sorted = (sort: "high" | "low" | "name") => labels(shaped(first, sales, { ...PLAIN, sort }));
    expect([sorted("high"), sorted("low"), sorted("name")]).toEqual([
      ["a", "b", "c"],
      ["c", "b", "a"],
      ["a", "b", "c"],
    ]);
  });

  it("shows the highest few or the lowest few, and says of how many", () => {
    const two = shaped(first, sales, { ...PLAIN, top: 2 });
    expect(labels(two)).toEqual(["b", "a"]);
    expect(described(two, "bar")).toContain("the 2 highest of 3");
    const low = shaped(first, sales, { ...PLAIN, top: 2, sort: "low" });
    expect(labels(low)).toEqual(["c", "b"]);
    expect(described(low, "bar")).toContain("the 2 lowest of 3");
    expect(described(shaped(first, sales, { ...PLAIN, top: 3 }), "bar")).toContain("3 in all");
  });

  it("is drawn from the columns that were chosen", () => {
    const fields = { label: 0, value: 2, series: 1 };
    const facts = shaped(first, sales, { ...PLAIN, fields });
    expect([facts.label, facts.value, facts.series, facts.drawn]).toEqual([
      "region",
      "turnover",
      "year",
      "stacked",
    ]);
    expect(facts.points[3]).toEqual({ label: "South", value: 5, series: "2024" });
    expect(kindsFor(facts)).toContain("heat");
    const years = shaped(first, sales, { ...PLAIN, fields: { label: 1, value: 3, series: 0 } });
    expect([years.value, years.time]).toEqual(["order count", "year"]);
    expect(fieldsOf(sales)).toEqual({ figures: [2, 3], names: [0, 1, 2, 3] });
  });

  it("is left alone by fields that make no picture, with the reason", () => {
    const wrong = { label: 0, value: 2, series: null };
    expect(hindrance(sales, wrong)).toContain("the same region");
    expect(shaped(first, sales, { ...PLAIN, fields: wrong }).points).toEqual(first.points);
    expect(hindrance(sales, { label: 2, value: 2, series: null })).toContain("cannot be both");
    expect(hindrance(sales, { label: 0, value: 2, series: 0 })).toContain("already");
    const many = result(
      ["k", "v"],
      Array.from({ length: 12 }, (_, n): Cell[] => [`k${n}`, n]),
    );
    const wide = result(
      ["k", "v", "x"],
      many.rows.map((row, n): Cell[] => [...row, n]),
    );
    expect(hindrance(wide, { label: 2, value: 1, series: 0 })).toContain("12 different values");
    expect(hindrance(sales, { label: 0, value: 2, series: 1 })).toBeNull();
  });
});

describe("a histogram and a heat map", () => {
  const spread = {
    ...first,
    points: Array.from({ length: 24 }, (_, n) => ({ label: `k${n}`, value: n * 3 })),
  };

  it("are offered where there is a spread, or two kinds of names", () => {
    expect(kindsFor(spread)).toContain("histogram");
    expect(kindsFor(first)).not.toContain("histogram");
    expect(kindsFor(first)).not.toContain("heat");
    expect(described(spread, "histogram")).toBe(
      "Histogram: how often each pieces occurs among 24, from 0 to 69.",
    );
  });

  it("are drawn so", () => {
    expect(specFor(spread, "histogram")).toMatchObject({ encoding: { x: { bin: { maxbins: 20 } } } });
    const facts = shaped(first, sales, { ...PLAIN, fields: { label: 0, value: 2, series: 1 } });
    const heat = specFor(facts, "heat") as { layer: { mark: { type: string } }[] };
    expect(heat.layer.map((one) => one.mark.type)).toEqual(["rect", "text"]);
  });
});

describe("the specification to take along", () => {
  it("names no format that only this window knows, and has the title and the data", () => {
    const text = JSON.stringify(plainSpec({ title: "Pieces by kind", facts: first, kind: "bar" }));
    expect(text).not.toContain("formatType");
    expect(text).toContain('"title":"Pieces by kind"');
    expect(text).toContain('"label":"b"');
    expect(text).toContain("vega-lite/v6");
  });
});
