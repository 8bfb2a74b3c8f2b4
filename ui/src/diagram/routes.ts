// The lines between tables: straight, around the tables, from the column that leads to the one that it leads to.
import type { KeyCard } from "../contract";
import type { Box, LaidNode } from "./layout";

export interface Point {
  x: number;
  y: number;
}
/** Where lines run beside a table: so far from its sides. */
const LANES = [10, 21, 32];
/** As near as a line may pass a table that it does not belong to. */
const CLEAR = 4;
/** A corner counts as much as this much way, and another key's line trebles the way along it. */
const CORNER = 50;
const SHARED = 3;
const ROUND = 5;

export interface Route {
  card: KeyCard;
  from: LaidNode;
  to: LaidNode;
  /** Where the columns are, from the top of the picture. */
  start: number;
  end: number;
}

/** Each route's corners, its ends at the tables' sides. */
export function routed(nodes: readonly Box[], routes: readonly Route[]): Point[][] {
  const street = streets(nodes, routes);
  return routes.map((route) => street.walk(route) ?? straight(route));
}

/** Without a look at what is between: for so many tables that nobody follows one line. */
export function straight({ from, to, start, end }: Route): Point[] {
  const [gap] = LANES;
  const lane = gap ?? 10;
  const [left, right] = [to.x - (from.x + from.width), from.x - (to.x + to.width)];
  const ways =
    left > 2 * lane
      ? [from.x + from.width, from.x + from.width + left / 2, to.x]
      : right > 2 * lane
        ? [from.x, from.x - right / 2, to.x + to.width]
        : [from.x + from.width, Math.max(from.x + from.width, to.x + to.width) + lane, to.x + to.width];
  const [a = 0, b = 0, c = 0] = ways;
  return corners([
    { x: a, y: start },
    { x: b, y: start },
    { x: b, y: end },
    { x: c, y: end },
  ]);
}

/** A grid of ways that pass no table, on which every line looks for the shortest with few corners. */
function streets(nodes: readonly Box[], routes: readonly Route[]) {
  const sorted = (all: number[]) => [...new Set(all.map(round))].sort((a, b) => a - b);
  const xs = sorted(nodes.flatMap((n) => LANES.flatMap((l) => [n.x - l, n.x + n.width + l])));
  const ys = sorted([
    ...nodes.flatMap((n) => [n.y - CLEAR - 4, n.y + n.height + CLEAR + 4]),
    ...routes.flatMap((r) => [r.start, r.end]),
  ]);
  const places = xs.length * ys.length;
  const free = (x1: number, y1: number, x2: number, y2: number) =>
    nodes.every(
      (n) =>
        x2 <= n.x - CLEAR || x1 >= n.x + n.width + CLEAR || y2 <= n.y - CLEAR || y1 >= n.y + n.height + CLEAR,
    );
  // To the right of each place, and below it.
  const across = new Uint8Array(places);
  const down = new Uint8Array(places);
  for (const [j, y] of ys.entries())
    for (const [i, x] of xs.entries()) {
      const next = xs[i + 1];
      const below = ys[j + 1];
      if (next !== undefined && free(x, y, next, y)) across[j * xs.length + i] = 1;
      if (below !== undefined && free(x, y, x, below)) down[j * xs.length + i] = 1;
    }
  const taken = [new Map<number, string>(), new Map<number, string>()];

  function walk({ card, from, to, start, end }: Route): Point[] | null {
    const net = `${card.key.to_table}\u0000${end}`;
    const [lane = 0] = LANES;
    const doors = (box: Box, y: number) => {
      const row = ys.indexOf(round(y));
      return [box.x - lane, box.x + box.width + lane].map((x) => row * xs.length + xs.indexOf(round(x)));
    };
    const goals = doors(to, end);
    const best = new Float64Array(places * 2).fill(Number.POSITIVE_INFINITY);
    const came = new Int32Array(places * 2).fill(-1);
    const open = new Queue();
    const left = (place: number) => {
      const [x = 0, y = 0] = [xs[place % xs.length], ys[Math.floor(place / xs.length)]];
      return Math.min(
        ...goals.map(
          (g) => Math.abs((xs[g % xs.length] ?? 0) - x) + Math.abs((ys[Math.floor(g / xs.length)] ?? 0) - y),
        ),
      );
    };
    for (const place of doors(from, start)) {
      best[place * 2] = 0;
      open.add(place * 2, left(place));
    }
    for (let state = open.take(); state !== undefined; state = open.take()) {
      const place = state >> 1;
      const upright = state & 1;
      if (goals.includes(place) && upright === 0) return told(state, came, from, to, start, end, net);
      const [i, j] = [place % xs.length, Math.floor(place / xs.length)];
      const steps = [
        { to: place + 1, by: place, way: 0, can: across[place] === 1 },
        { to: place - 1, by: place - 1, way: 0, can: i > 0 && across[place - 1] === 1 },
        { to: place + xs.length, by: place, way: 1, can: down[place] === 1 },
        { to: place - xs.length, by: place - xs.length, way: 1, can: j > 0 && down[place - xs.length] === 1 },
      ];
      for (const step of steps) {
        if (!step.can) continue;
        const [ti, tj] = [step.to % xs.length, Math.floor(step.to / xs.length)];
        const long = Math.abs((xs[ti] ?? 0) - (xs[i] ?? 0)) + Math.abs((ys[tj] ?? 0) - (ys[j] ?? 0));
        const owner = taken[step.way]?.get(step.by);
        const other = owner !== undefined && owner !== net;
        const cost = (best[state] ?? 0) + long * (other ? SHARED : 1) + (step.way === upright ? 0 : CORNER);
        const next = step.to * 2 + step.way;
        if (cost >= (best[next] ?? 0)) continue;
        best[next] = cost;
        came[next] = state;
        open.add(next, cost + left(step.to));
      }
    }
    return null;
  }

  function told(
    last: number,
    came: Int32Array,
    from: Box,
    to: Box,
    start: number,
    end: number,
    net: string,
  ): Point[] {
    const points: Point[] = [];
    for (let state = last; state >= 0; state = came[state] ?? -1) {
      const place = state >> 1;
      points.unshift({ x: xs[place % xs.length] ?? 0, y: ys[Math.floor(place / xs.length)] ?? 0 });
      const before = came[state] ?? -1;
      if (before >= 0) taken[state & 1]?.set(Math.min(place, before >> 1), net);
    }
    const side = (box: Box, x: number) => (x < box.x ? box.x : box.x + box.width);
    return corners([
      { x: side(from, points[0]?.x ?? 0), y: start },
      ...points,
      { x: side(to, points.at(-1)?.x ?? 0), y: end },
    ]);
  }
  return { walk };
}

/** The least first. */
class Queue {
  private items: { state: number; cost: number }[] = [];
  add(state: number, cost: number) {
    const { items } = this;
    items.push({ state, cost });
    for (let n = items.length - 1; n > 0; ) {
      const up = (n - 1) >> 1;
      if ((items[up]?.cost ?? 0) <= cost) break;
      [items[n], items[up]] = [items[up] as (typeof items)[0], items[n] as (typeof items)[0]];
      n = up;
    }
  }
  take(): number | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (!first || !last || items.length === 0) return first?.state;
    items[0] = last;
    for (let n = 0; ; ) {
      const [l, r] = [2 * n + 1, 2 * n + 2];
      const cost = (at: number) => items[at]?.cost ?? Number.POSITIVE_INFINITY;
      const least = cost(r) < cost(l) ? r : l;
      if (cost(least) >= last.cost) return first.state;
      [items[n], items[least]] = [items[least] as (typeof items)[0], items[n] as (typeof items)[0]];
      n = least;
    }
  }
}

const round = (n: number) => Math.round(n * 2) / 2;

/** Without those that lie on a straight line. */
function corners(points: Point[]): Point[] {
  return points.filter((at, n) => {
    const [before, after] = [points[n - 1], points[n + 1]];
    if (!before || !after) return true;
    return !((before.x === at.x && at.x === after.x) || (before.y === at.y && at.y === after.y));
  });
}

/** With rounded corners. */
export function drawn(points: readonly Point[]): string {
  const far = (a: Point, b: Point) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
  const towards = (from: Point, to: Point, by: number) => ({
    x: from.x + Math.sign(to.x - from.x) * by,
    y: from.y + Math.sign(to.y - from.y) * by,
  });
  return points
    .map((at, n) => {
      const [before, after] = [points[n - 1], points[n + 1]];
      if (!before) return `M${at.x} ${at.y}`;
      if (!after) return `L${at.x} ${at.y}`;
      const by = Math.min(ROUND, far(before, at) / 2, far(at, after) / 2);
      const [a, b] = [towards(at, before, by), towards(at, after, by)];
      return `L${a.x} ${a.y}Q${at.x} ${at.y} ${b.x} ${b.y}`;
    })
    .join("");
}
