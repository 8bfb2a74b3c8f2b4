import { describe, expect, it } from "vitest";
import { harbor, league, odd } from "../backend/mock/catalogs";
import { huge } from "../backend/mock/huge";
import { known } from "../backend/mock/known";
import type { Diagram } from "../contract";
import { type Box, type Laid, layout, neighbour } from "./layout";

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
