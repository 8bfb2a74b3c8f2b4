import { describe, expect, it } from "vitest";
import { type Box, layoutOf } from "./layout";
import { BEST, CROWD, runOf } from "./made";
import { sceneOf } from "./scene";

const WIDTHS = [640, 712, 900, 1_180, 1_900, 2_480];
const QUESTIONS = [CROWD, BEST, "How many customers are in france?", "decline this"];

const over = (a: Box, b: Box) =>
  a.x < b.x + b.w - 0.01 && b.x < a.x + a.w - 0.01 && a.y < b.y + b.h - 0.01 && b.y < a.y + a.h - 0.01;

function clashes(boxes: Record<string, Box>): string[] {
  const all = Object.entries(boxes);
  return all.flatMap(([a, first], n) =>
    all.slice(n + 1).flatMap(([b, second]) => (over(first, second) ? [`${a} and ${b}`] : [])),
  );
}

describe.each(QUESTIONS)("the picture of “%s”", (question) => {
  it.each(WIDTHS)("%i pixels wide, has no two things over each other and nothing outside of it", (width) => {
    const scene = sceneOf(runOf(question));
    const { words, matches, attempts, results, knots, end, height, lines } = layoutOf(scene, width);
    for (const part of [words, matches, attempts, results, knots]) expect(clashes(part)).toEqual([]);
    const all = [words, matches, attempts, results, knots, { end }].flatMap((part) => Object.values(part));
    for (const box of all) {
      expect(box.x).toBeGreaterThanOrEqual(-0.01);
      expect(box.y).toBeGreaterThanOrEqual(-0.01);
      expect(box.x + box.w).toBeLessThanOrEqual(width + 0.01);
      expect(box.y + box.h).toBeLessThanOrEqual(height + 0.01);
    }
    for (const line of lines) expect(line.d).not.toMatch(/NaN|undefined|Infinity/);
  });

  it("goes from left to right: no column reaches into the next", () => {
    for (const width of WIDTHS) {
      const columns = Object.values(layoutOf(sceneOf(runOf(question)), width).columns);
      for (const [n, column] of columns.entries()) {
        const next = columns[n + 1];
        if (next) expect(column.x + column.w).toBeLessThan(next.x);
      }
    }
  });
});

describe("a bubble", () => {
  it.each(WIDTHS)(
    "has its area by its attempts, %i pixels wide, and its votes side by side within it",
    (width) => {
      const scene = sceneOf(runOf(CROWD));
      const { results } = layoutOf(scene, width);
      const [first, ...rest] = scene.results.map((r) => ({ n: r.members.length, b: results[r.id] }));
      for (const { n, b } of rest) {
        if (!first?.b || !b) throw new Error("a result has no bubble");
        // The smallest are not drawn smaller than can be seen.
        if (b.r > 14) expect(b.r ** 2 / first.b.r ** 2).toBeCloseTo(n / first.n, 5);
      }
      for (const bubble of Object.values(results)) {
        for (const [n, token] of bubble.tokens.entries()) {
          expect(Math.hypot(token.x - bubble.cx, token.y - bubble.cy) + token.r).toBeLessThanOrEqual(
            bubble.r,
          );
          for (const other of bubble.tokens.slice(n + 1))
            expect(Math.hypot(token.x - other.x, token.y - other.y)).toBeGreaterThan(
              (token.r + other.r) * 0.8,
            );
        }
      }
    },
  );
});

describe("the size of a bubble", () => {
  it("can go by how likely its attempts were thought instead", () => {
    const scene = sceneOf(runOf(BEST));
    const r = (by: "attempts" | "belief") => {
      const { results } = layoutOf(scene, 1_400, by);
      return ["A", "B"].map((id) => results[id]?.r ?? 0);
    };
    const [a, b] = r("belief");
    const [A, B] = scene.results;
    expect(((b ?? 0) / (a ?? 1)) ** 2).toBeCloseTo((B?.share.belief ?? 0) / (A?.share.belief ?? 1), 5);
    expect(r("attempts")).not.toEqual(r("belief"));
  });
});

describe("the leading result's path", () => {
  it("meets the nearest opponent first, so that no line crosses another", () => {
    const scene = sceneOf(runOf(CROWD));
    const { results, knots } = layoutOf(scene, 1_400);
    const lead = results[scene.leader ?? ""];
    const order = Object.entries(knots)
      .sort(([, a], [, b]) => a.x - b.x)
      .map(([id]) => Math.abs((results[id]?.cy ?? 0) - (lead?.cy ?? 0)));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order.length).toBe(10);
  });
});
