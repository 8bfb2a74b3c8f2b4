import { describe, expect, it } from "vitest";
import type { Chart } from "../contract";
import { dataText, described, factsOf, instant, kindsFor, type Point, timeWords } from "./chart";
import { specFor } from "./spec";

function chart(
  mark: "bar" | "line",
  points: Point[],
  lying = false,
  over: Partial<Record<string, unknown>> = {},
): Chart {
  const label = { field: "label", type: "nominal", title: "Region" };
  const value = { field: "value", type: "quantitative", title: "Turnover" };
  return {
    title: "t",
    spec: JSON.stringify({
      data: { values: points },
      mark: { type: mark },
      encoding: lying ? { x: value, y: label } : { x: label, y: value },
      ...over,
    }),
  };
}

const few: Point[] = [
  { label: "North", value: 10 },
  { label: "South", value: 30 },
  { label: "West", value: 20 },
];
const months: Point[] = ["2024-01", "2024-02", "2024-03"].map((label, n) => ({
  label,
  value: 10_000 * (n + 1),
}));

describe("the ways to draw a chart", () => {
  it("are those that the data allows, the engine's own first", () => {
    expect(kindsFor(factsOf(chart("bar", few)))).toEqual(["bar", "line", "area", "pie"]);
    expect(kindsFor(factsOf(chart("line", months)))).toEqual(["line", "bar", "area"]);
  });
  it("keeps the numbers of bars below nought outside them, clear of the foot", () => {
    const below = [...few, { label: "East", value: -5 }];
    const of = (points: Point[]) => JSON.stringify(specFor(factsOf(chart("bar", points)), "bar"));
    expect(of(below)).toContain("datum.value < 0 ? 'top' : 'bottom'");
    expect(of(below)).toContain('"padding":18');
    expect(of(few)).not.toContain('"padding":18');
  });
  it("no pie of many slices, of losses, or of nothing", () => {
    const many = Array.from({ length: 8 }, (_, n) => ({ label: `k${n}`, value: n }));
    const loss = [...few, { label: "East", value: -5 }];
    const none = few.map((p) => ({ ...p, value: 0 }));
    for (const points of [many, loss, none])
      expect(kindsFor(factsOf(chart("bar", points)))).not.toContain("pie");
    expect(kindsFor(factsOf(chart("bar", loss)))).not.toContain("area");
  });
  it("stacked with a second kind, scattered with a second figure", () => {
    const series = few.flatMap((p) => [
      { ...p, series: "a" },
      { ...p, series: "b" },
    ]);
    const meta = { label: "Region", value: "Turnover", series: "Product", other: null };
    const facts = factsOf(chart("bar", series, false, { usermeta: meta }));
    expect(kindsFor(facts)).toEqual(["stacked", "bar", "line", "area", "heat"]);
    const two = few.map((p) => ({ ...p, other: 1 }));
    const beside = { ...meta, series: null, other: "Orders" };
    expect(kindsFor(factsOf(chart("bar", two, false, { usermeta: beside })))).toContain("scatter");
  });
});

describe("what a chart shows", () => {
  it("is said with its ends, and over time with where it begins and ends", () => {
    expect(described(factsOf(chart("bar", few)), "bar", "en")).toBe(
      "Bars: turnover by region, 3 in all. Highest: South with 30; lowest: North with 10.",
    );
    expect(described(factsOf(chart("line", months)), "line", "en")).toContain(
      "From Jan 2024 to Mar 2024 it rises from 10K to 30K.",
    );
  });
  it("does without figures, and with one figure for all", () => {
    const none = few.map((p) => ({ ...p, value: null }));
    expect(described(factsOf(chart("bar", none)), "bar", "en")).toContain("No figure is recorded.");
    const same = few.map((p) => ({ ...p, value: 4 }));
    expect(described(factsOf(chart("bar", same)), "bar", "en")).toContain("Each is 4.");
  });
  it("reads axes of a chart that lies on its side", () => {
    expect(factsOf(chart("bar", few, true))).toMatchObject({
      label: "Region",
      value: "Turnover",
      lying: true,
    });
  });
});

describe("times", () => {
  it("are the same day in every time zone", () => {
    expect(instant("2024-03")).toBe(Date.UTC(2024, 2, 1));
    expect(instant("2024-03-05 13:05:00+00")).toBe(Date.UTC(2024, 2, 5, 13, 5));
    expect(timeWords("2024-03", "month", "en")).toBe("Mar 2024");
    expect(timeWords("2024-03-05 00:00:00", "day", "en")).toBe("Mar 5, 2024");
    expect(timeWords("2024", "year", "en")).toBe("2024");
  });
});

describe("the data of a chart", () => {
  it("goes to the clipboard as a table", () => {
    expect(dataText(factsOf(chart("bar", few.slice(0, 2))))).toBe("Region\tTurnover\nNorth\t10\nSouth\t30");
  });
});
