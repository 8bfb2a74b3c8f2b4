import { describe, expect, it } from "vitest";
import { harbor, league, odd } from "../backend/mock/catalogs";
import { huge } from "../backend/mock/huge";
import { known } from "../backend/mock/known";
import type { Diagram } from "../contract";
import { type Box, type Laid, layout, meet, neighbour, portOf } from "./layout";

const all = (catalog: Parameters<typeof known>[0]): Diagram => known(catalog, false).diagram(null);

function overlapping(laid: Laid): string[] {
  const boxes = [...laid.nodes];
  const meet = (a: Box, b: Box) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  return boxes.flatMap(([one, a], n) =>
    boxes.slice(n + 1).flatMap(([two, b]) => (meet(a, b) ? [`${one} and ${two}`] : [])),
  );
}

describe("the diagram's layout", () => {
  it.each([
    ["15 tables in four modules", all(harbor)],
    ["no modules", all(league)],
    ["tables without a link", all(odd)],
    ["150 tables", { ...all(huge()), nodes: all(huge()).nodes.slice(0, 150) }],
  ])("%s: every table stands once, none on another, and all within the page", (_, diagram) => {
    const laid = layout(diagram);
    expect([...laid.nodes.keys()].sort()).toEqual(diagram.nodes.map((n) => n.table).sort());
    expect(overlapping(laid)).toEqual([]);
    for (const box of laid.nodes.values()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(laid.width + 0.01);
      expect(box.y + box.height).toBeLessThanOrEqual(laid.height + 0.01);
    }
  });

  it("a module's tables stand within its box, and modules do not lie on each other", () => {
    const laid = layout(all(harbor));
    expect(laid.groups.map((g) => g.name).sort()).toEqual([
      "Goods",
      "Logistics",
      "Orders",
      "People and places",
    ]);
    for (const { node, ...box } of laid.nodes.values()) {
      const group = laid.groups.find((g) => g.name === node.module);
      expect(group && box.x >= group.x && box.x + box.width <= group.x + group.width).toBe(true);
      expect(group && box.y >= group.y && box.y + box.height <= group.y + group.height).toBe(true);
    }
  });

  it.each([true, false])("is no strip: 150 tables fit a window's shape, in modules: %s", (modules) => {
    const nodes = all(huge()).nodes.slice(0, 150);
    const laid = layout({
      ...all(huge()),
      nodes: modules ? nodes : nodes.map((n) => ({ ...n, module: null })),
    });
    expect(laid.width / laid.height).toBeGreaterThan(0.7);
    expect(laid.width / laid.height).toBeLessThan(3);
  });

  it("the same diagram is laid out the same way, and a rejected key is not drawn", () => {
    const diagram = all(harbor);
    expect([...layout(diagram).nodes]).toEqual([...layout(diagram).nodes]);
    const inferred = diagram.edges.findIndex((e) => e.key.origin.kind === "inferred");
    const edges = diagram.edges.map((e, n) => (n === inferred ? { ...e, decision: false } : e));
    expect(layout({ ...diagram, edges }).edges.length).toBe(layout(diagram).edges.length - 1);
  });

  it.each([
    ["in modules", all(harbor)],
    ["40 tables", { ...all(huge()), nodes: all(huge()).nodes.slice(0, 40) }],
  ])("lines are straight, end beside the columns that they join and cross no table: %s", (_, diagram) => {
    const began = performance.now();
    const laid = layout(diagram);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(laid.edges.length).toBeGreaterThan(10);
    for (const { card, points } of laid.edges) {
      const [from, to] = [laid.nodes.get(card.table), laid.nodes.get(card.key.to_table)];
      if (!from || !to) throw new Error("A line without a table.");
      const [first, last] = [points[0], points.at(-1)];
      expect(first?.y).toBe(portOf(from, card.key.columns[0], true));
      expect(last?.y).toBe(portOf(to, card.key.to_columns[0], true));
      expect([from.x, from.x + from.width]).toContain(first?.x);
      expect([to.x, to.x + to.width]).toContain(last?.x);
      for (const [n, a] of points.slice(0, -1).entries()) {
        const b = points[n + 1] ?? a;
        expect(a.x === b.x || a.y === b.y).toBe(true);
        const line = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: 0, height: 0 };
        line.width = Math.max(a.x, b.x) - line.x;
        line.height = Math.max(a.y, b.y) - line.y;
        const crossed = [...laid.nodes.values()].filter((box) => meet(line, box));
        expect(crossed.map((box) => box.node.table)).toEqual([]);
      }
    }
  });

  it("arrows lead to a table in their direction, and back", () => {
    const laid = layout(all(harbor));
    for (const [table, box] of laid.nodes) {
      const right = neighbour(laid, table, "right");
      if (right === null) continue;
      const next = laid.nodes.get(right);
      expect((next?.x ?? 0) + (next?.width ?? 0) / 2).toBeGreaterThan(box.x + box.width / 2);
    }
    expect(neighbour(laid, "not there", "left")).toBeNull();
  });
});
