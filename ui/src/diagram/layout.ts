// Where tables stand in the diagram: each module is laid out by itself, and the modules are then set beside each other.
// Tables that only hang on one other table stand in a block beside it; a row of forty would be unreadable.
import dagre from "@dagrejs/dagre";
import type { Diagram, DiagramNode, KeyCard } from "../contract";
import { standing } from "../explore/keyWords";
import { t } from "../text";
import { drawn, type Point, type Route, routed, straight } from "./routes";
import "../text/en/diagram";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface LaidNode extends Box {
  node: DiagramNode;
  /** Number of its module's colour. */
  colour: number;
}
export interface LaidEdge {
  card: KeyCard;
  /** Its corners, from the column that leads to the one that it leads to. */
  points: Point[];
  path: string;
  /** Around both of its tables. */
  box: Box;
}
export interface Group extends Box {
  name: string;
  colour: number;
  tables: number;
}
export interface Laid {
  nodes: Map<string, LaidNode>;
  edges: LaidEdge[];
  groups: Group[];
  width: number;
  height: number;
  /** Columns of keys are drawn. */
  detailed: boolean;
}

/** `first`: where the first key begins. */
export const NODE = { width: 196, head: 42, key: 17, pad: 6, first: 44 };
/** Keys are drawn up to this many tables, and this many of each. */
const DETAILED = 40;
const KEYS = 6;
/** Room for a line between two tables. */
const GAP = 24;
const GROUP = { pad: 18, head: 34, gap: 46 };
const LOT_GAP = 30;
/** A module is a little wider than high. */
const SQUARE = 1.3;
/** More tables than this that hang on the same one stand in a block. */
const BLOCK = 7;
export const COLOURS = 6;
const OTHER = t("diagram.otherTables");

export function heightOf(node: DiagramNode, detailed: boolean): number {
  if (!detailed || node.keys.length === 0) return NODE.head;
  return NODE.head + shownKeys(node).length * NODE.key + NODE.pad;
}

export function shownKeys(node: DiagramNode): string[] {
  return node.keys.length <= KEYS ? node.keys : node.keys.slice(0, KEYS);
}

/** `shape` is the width of the place for it, divided by its height. */
export function layout(diagram: Diagram, shape = 1.6): Laid {
  const detailed = diagram.nodes.length <= DETAILED;
  const edges = diagram.edges.filter((e) => standing(e) !== "rejected");
  const modules = new Map<string | null, DiagramNode[]>();
  for (const node of diagram.nodes) {
    const list = modules.get(node.module);
    if (list) list.push(node);
    else modules.set(node.module, [node]);
  }
  const parts = [...modules].map(([name, nodes], n) => {
    const own = new Set(nodes.map((one) => one.table));
    const inside = edges.filter((e) => own.has(e.table) && own.has(e.key.to_table));
    return { name, colour: n % COLOURS, nodes, ...placeModule(nodes, inside, detailed) };
  });
  const named = parts.length > 1 || parts[0]?.name != null;
  const pad = named ? GROUP.pad : 0;
  const head = named ? GROUP.head : 0;
  const boxes = parts.map((p) => ({ width: p.width + 2 * pad, height: p.height + head + pad }));
  const shelves = pack(boxes, inOrder(parts, edges), shape);

  const nodes = new Map<string, LaidNode>();
  const groups: Group[] = [];
  for (const [n, part] of parts.entries()) {
    const at = shelves.places[n] ?? { x: 0, y: 0 };
    const box = boxes[n] ?? { width: 0, height: 0 };
    if (named)
      groups.push({
        ...at,
        ...box,
        name: part.name ?? OTHER,
        colour: part.colour,
        tables: part.nodes.length,
      });
    for (const [table, place] of part.places) {
      const node = part.nodes.find((one) => one.table === table);
      if (node)
        nodes.set(table, {
          node,
          colour: part.colour,
          // Whole pixels, so that lines and columns meet.
          x: Math.floor(at.x + pad + place.x),
          y: Math.floor(at.y + head + place.y),
          width: NODE.width,
          height: heightOf(node, detailed),
        });
    }
  }
  return {
    nodes,
    groups,
    detailed,
    width: shelves.width,
    height: shelves.height,
    edges: lines(nodes, edges, detailed),
  };
}

function lines(nodes: Map<string, LaidNode>, edges: KeyCard[], detailed: boolean): LaidEdge[] {
  const routes = edges.flatMap((card): Route[] => {
    const from = nodes.get(card.table);
    const to = nodes.get(card.key.to_table);
    if (!from || !to) return [];
    const start = portOf(from, card.key.columns[0], detailed);
    return [{ card, from, to, start, end: portOf(to, card.key.to_columns[0], detailed) }];
  });
  const found = detailed ? routed([...nodes.values()], routes) : routes.map(straight);
  return routes.map(({ card, from, to }, n) => {
    const points = found[n] ?? [];
    return { card, points, path: drawn(points), box: around([from, to, ...points.map(dot)]) };
  });
}

const dot = ({ x, y }: Point): Box => ({ x, y, width: 0, height: 0 });

/** Where a column's line begins or ends: at its name, or at the heading where that is not drawn. */
export function portOf(laid: LaidNode, column: string | undefined, detailed: boolean): number {
  const keys = detailed ? shownKeys(laid.node) : [];
  const at = keys.findIndex((key) => key.toLowerCase() === column?.toLowerCase());
  const last = laid.node.keys.length > keys.length && at === keys.length - 1;
  if (at < 0 || last) return laid.y + NODE.head / 2;
  return laid.y + NODE.first + at * NODE.key + NODE.key / 2;
}

interface Placed {
  places: Map<string, { x: number; y: number }>;
  width: number;
  height: number;
}

function placeModule(nodes: DiagramNode[], edges: KeyCard[], detailed: boolean): Placed {
  const near = new Map<string, Set<string>>(nodes.map((n) => [n.table, new Set()]));
  for (const { table, key } of edges) {
    if (table === key.to_table) continue;
    near.get(table)?.add(key.to_table);
    near.get(key.to_table)?.add(table);
  }
  const alone: DiagramNode[] = [];
  const hanging = new Map<string, DiagramNode[]>();
  const free: DiagramNode[] = [];
  for (const node of nodes) {
    const [only, ...more] = near.get(node.table) ?? [];
    if (only === undefined) alone.push(node);
    else if (more.length === 0 && (near.get(only)?.size ?? 0) > 1)
      hanging.set(only, [...(hanging.get(only) ?? []), node]);
    else free.push(node);
  }
  const blocks: Block[] = [];
  for (const [of, leaves] of hanging) {
    if (leaves.length > BLOCK) blocks.push({ id: `block ${of}`, of, block: grid(leaves, detailed) });
    else free.push(...leaves);
  }

  // Tables that nothing joins stand beside each other, whatever the shape of each lot.
  const lots: Placed[] = lotsOf(free, near).map((lot) =>
    joined(
      lot,
      blocks.filter((b) => lot.some((n) => n.table === b.of)),
      edges,
      detailed,
    ),
  );
  if (alone.length > 0) lots.push(grid(alone, detailed));
  const shelves = pack(
    lots,
    lots.map((_, n) => n).sort((x, y) => (lots[y]?.height ?? 0) - (lots[x]?.height ?? 0)),
    SQUARE,
    LOT_GAP,
  );
  const places: Placed["places"] = new Map();
  for (const [n, lot] of lots.entries()) {
    const at = shelves.places[n] ?? { x: 0, y: 0 };
    for (const [table, place] of lot.places) places.set(table, { x: at.x + place.x, y: at.y + place.y });
  }
  return { places, width: shelves.width, height: shelves.height };
}

interface Block {
  id: string;
  of: string;
  block: Placed;
}

/** Tables that are joined, directly or by others, are one lot. */
function lotsOf(nodes: DiagramNode[], near: Map<string, Set<string>>): DiagramNode[][] {
  const left = new Map(nodes.map((n) => [n.table, n]));
  const lots: DiagramNode[][] = [];
  for (const node of nodes) {
    if (!left.delete(node.table)) continue;
    const lot = [node];
    for (let n = 0; n < lot.length; n++)
      for (const next of near.get(lot[n]?.table ?? "") ?? []) {
        const found = left.get(next);
        if (found && left.delete(next)) lot.push(found);
      }
    lots.push(lot);
  }
  return lots;
}

function joined(nodes: DiagramNode[], blocks: Block[], edges: KeyCard[], detailed: boolean): Placed {
  const graph = new dagre.graphlib.Graph({ multigraph: false });
  graph.setGraph({ rankdir: "LR", nodesep: GAP, ranksep: detailed ? 90 : 70, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes)
    graph.setNode(node.table, { width: NODE.width, height: heightOf(node, detailed) });
  for (const { id, of, block } of blocks) {
    graph.setNode(id, { width: block.width, height: block.height });
    graph.setEdge(id, of);
  }
  for (const { table, key } of edges)
    if (table !== key.to_table && graph.hasNode(table) && graph.hasNode(key.to_table))
      graph.setEdge(table, key.to_table);
  dagre.layout(graph);
  const places: Placed["places"] = new Map();
  let width = 0;
  let height = 0;
  const corner = (id: string) => {
    const { x, y, width: w, height: h } = graph.node(id) as Box;
    width = Math.max(width, x + w / 2);
    height = Math.max(height, y + h / 2);
    return { x: x - w / 2, y: y - h / 2 };
  };
  for (const node of nodes) places.set(node.table, corner(node.table));
  for (const { id, block } of blocks) {
    const at = corner(id);
    for (const [table, place] of block.places) places.set(table, { x: at.x + place.x, y: at.y + place.y });
  }
  return { places, width, height };
}

/** Rows of tables, about as wide as high. */
function grid(nodes: DiagramNode[], detailed: boolean): Placed {
  const tall = Math.max(NODE.head, ...nodes.map((n) => heightOf(n, detailed)));
  const across = Math.ceil(Math.sqrt((nodes.length * (tall + GAP)) / (NODE.width + GAP)));
  const places: Placed["places"] = new Map();
  for (const [n, node] of nodes.entries())
    places.set(node.table, {
      x: (n % across) * (NODE.width + GAP),
      y: Math.floor(n / across) * (tall + GAP),
    });
  const columns = Math.min(across, nodes.length);
  const rows = Math.ceil(nodes.length / across);
  return { places, width: columns * (NODE.width + GAP) - GAP, height: rows * (tall + GAP) - GAP };
}

/** Modules that have most to do with each other follow one another. */
function inOrder(parts: { nodes: DiagramNode[] }[], edges: KeyCard[]): number[] {
  const of = new Map<string, number>();
  for (const [n, part] of parts.entries()) for (const node of part.nodes) of.set(node.table, n);
  const between = parts.map(() => new Map<number, number>());
  for (const { table, key } of edges) {
    const a = of.get(table);
    const b = of.get(key.to_table);
    if (a === undefined || b === undefined || a === b) continue;
    between[a]?.set(b, (between[a]?.get(b) ?? 0) + 1);
    between[b]?.set(a, (between[b]?.get(a) ?? 0) + 1);
  }
  const left = new Set(parts.keys());
  const order: number[] = [];
  const size = (n: number) => parts[n]?.nodes.length ?? 0;
  while (left.size > 0) {
    const last = order.at(-1);
    const ties = (n: number) => (last === undefined ? 0 : (between[n]?.get(last) ?? 0));
    const next = [...left].reduce((best, n) =>
      ties(n) !== ties(best) ? (ties(n) > ties(best) ? n : best) : size(n) > size(best) ? n : best,
    );
    order.push(next);
    left.delete(next);
  }
  return order;
}

interface Shelves {
  places: { x: number; y: number }[];
  width: number;
  height: number;
}

/** Shelves of boxes, of the width at which the whole is largest in a window. */
function pack(
  boxes: { width: number; height: number }[],
  order: number[],
  shape: number,
  gap = GROUP.gap,
): Shelves {
  const scale = ({ width, height }: Shelves) => Math.min(shape / Math.max(1, width), 1 / Math.max(1, height));
  let widest = 0;
  const limits = order.map((n) => {
    widest += (boxes[n]?.width ?? 0) + gap;
    return widest;
  });
  return limits
    .map((limit) => shelve(boxes, order, limit, gap))
    .reduce((best, next) => (scale(next) > scale(best) ? next : best), shelve(boxes, order, 0, gap));
}

function shelve(
  boxes: { width: number; height: number }[],
  order: number[],
  limit: number,
  gap: number,
): Shelves {
  const places = boxes.map(() => ({ x: 0, y: 0 }));
  let x = 0;
  let y = 0;
  let tall = 0;
  let width = 0;
  for (const n of order) {
    const box = boxes[n];
    if (!box) continue;
    if (x > 0 && x + box.width > limit) {
      x = 0;
      y += tall + gap;
      tall = 0;
    }
    places[n] = { x, y };
    x += box.width + gap;
    tall = Math.max(tall, box.height);
    width = Math.max(width, x - gap);
  }
  return { places, width, height: y + tall };
}

function around(boxes: Box[]): Box {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((b) => b.x + b.width)) - x,
    height: Math.max(...boxes.map((b) => b.y + b.height)) - y,
  };
}

export function meet(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function holds(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Larger on every side by a share of its size. */
export function grown(box: Box, share: number): Box {
  return {
    x: box.x - box.width * share,
    y: box.y - box.height * share,
    width: box.width * (1 + 2 * share),
    height: box.height * (1 + 2 * share),
  };
}

export function tableAt(laid: Laid, point: { x: number; y: number }): string | null {
  for (const [table, box] of laid.nodes) if (holds(box, { ...point, width: 0, height: 0 })) return table;
  return null;
}

export type Direction = "left" | "right" | "up" | "down";

/** The nearest table in a direction, those straight ahead first. */
export function neighbour(laid: Laid, from: string, direction: Direction): string | null {
  const here = laid.nodes.get(from);
  if (!here) return null;
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [table, box] of laid.nodes) {
    if (table === from) continue;
    const dx = box.x + box.width / 2 - (here.x + here.width / 2);
    const dy = box.y + box.height / 2 - (here.y + here.height / 2);
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = direction === "left" || direction === "right" ? Math.abs(dy) : Math.abs(dx);
    if (ahead <= 4) continue;
    const far = ahead + aside * 2.2;
    if (far < least) {
      least = far;
      best = table;
    }
  }
  return best;
}
