// Where everything of the arena stands: six columns from left to right, each as tall as it must be and centred on one
// axis. In: a scene and the width there is. Out: boxes and lines in pixels. Deliberately absent: anything that is drawn.
import type { Scene, SResult } from "./scene";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Bubble extends Box {
  /** Middle and radius. */
  cx: number;
  cy: number;
  r: number;
  /** Little ones have one line beside them. */
  small: boolean;
  /** Places of its attempts inside, in their order. */
  tokens: { id: string; x: number; y: number; r: number }[];
}

export interface Line {
  id: string;
  /** What it leads from and to. */
  ends: string[];
  d: string;
  /** `bundle`: those of a crowd that go the same way, the thicker the more they are. */
  kind: "word" | "use" | "vote" | "bundle" | "duel" | "path" | "outvoted";
  width: number;
}

export interface Layout {
  width: number;
  height: number;
  columns: Record<Column, Box>;
  words: Record<string, Box>;
  matches: Record<string, Box>;
  attempts: Record<string, Box>;
  /** Attempts stand in rows with their words, or as a field of dots. */
  crowd: boolean;
  results: Record<string, Bubble>;
  knots: Record<string, Box>;
  end: Box;
  lines: Line[];
}

export type Column = "words" | "matches" | "attempts" | "results" | "duels" | "end";

/** Parts of the width, and the most that a column may be worth; for a few attempts with their words, and for a crowd. */
type Part = readonly [Column, number, number];
const FEW: readonly Part[] = [
  ["words", 0.14, 210],
  ["matches", 0.17, 260],
  ["attempts", 0.23, 420],
  ["results", 0.19, 360],
  ["duels", 0.12, 330],
  ["end", 0.17, 300],
];
const MANY: readonly Part[] = [
  ["words", 0.14, 210],
  ["matches", 0.16, 260],
  ["attempts", 0.25, 420],
  ["results", 0.16, 300],
  ["duels", 0.15, 390],
  ["end", 0.16, 300],
];
const GAP = 0.035;
const MOST_GAP = 84;

export const DOT = 26;
const CELL = 35;
const CELLS = 10;
/** From here on, attempts are a crowd. */
const CROWD = 9;
const WORD = 32;
const MATCH = 46;
const ROW = 46;
const END = 148;
/** Of a narrow card, whose words need more lines. */
const TALL_END = 196;
const NARROW_END = 150;
const SPACE = 10;
const LEAST_HEIGHT = 250;
const MOST_RADIUS = 46;
const LEAST_RADIUS = 14;
/** From here on, results are lines of one row. */
const MANY_RESULTS = 9;
const KNOT = 20;
/** A seed's size by the distance of the next ring. */
const SEED = 0.62;
/** Around the field of a crowd. */
export const FIELD = 8;

/** What the area of a bubble goes by. */
export type By = "attempts" | "belief";

export function layoutOf(scene: Scene, width: number, by: By = "attempts"): Layout {
  const crowd = scene.attempts.length >= CROWD;
  const columns = columnsIn(width, crowd ? MANY : FEW);
  const cells = Math.max(2, Math.min(CELLS, Math.floor(columns.attempts.w / CELL)));
  const bubbles = scene.results.map((result) =>
    bubbleOf(result.share[by], scene.results.length, columns.results.w),
  );
  const endHeight = columns.end.w < NARROW_END ? TALL_END : END;
  const heights: Record<Column, number> = {
    words: stack(scene.words.map(() => WORD)),
    matches: stack(scene.matches.map(() => MATCH)),
    attempts: crowd ? Math.ceil(scene.attempts.length / cells) * CELL : stack(scene.attempts.map(() => ROW)),
    results: stack(bubbles.map((b) => b.h)),
    duels: 0,
    end: endHeight,
  };
  const height = Math.max(LEAST_HEIGHT, ...Object.values(heights));
  const top = (column: Column) => (height - heights[column]) / 2;
  for (const column of Object.values(columns)) column.h = height;

  const words = column(scene.words, () => WORD, columns.words, top("words"));
  const matches = column(scene.matches, () => MATCH, columns.matches, top("matches"));
  const attempts: Record<string, Box> = crowd
    ? grid(scene, columns.attempts, top("attempts"), cells)
    : column(scene.attempts, () => ROW, columns.attempts, top("attempts"));
  const results: Record<string, Bubble> = {};
  let y = top("results");
  const reach = Math.max(0, ...bubbles.map((b) => b.r));
  for (const [n, result] of scene.results.entries()) {
    const bubble = bubbles[n];
    if (!bubble) continue;
    const cx = columns.results.x + reach;
    const cy = y + bubble.h / 2;
    results[result.id] = {
      ...bubble,
      x: columns.results.x,
      y,
      w: columns.results.w,
      cx,
      cy,
      tokens: tokens(result, bubble.r).map((t) => ({ ...t, x: cx + t.x, y: cy + t.y })),
    };
    y += bubble.h + SPACE;
  }
  const knots = knotsOf(scene, columns.duels, results);
  const lead = scene.leader === null ? undefined : results[scene.leader];
  const middle = lead ? clamp(lead.cy, endHeight / 2, height - endHeight / 2) : height / 2;
  const end = { x: columns.end.x, y: middle - endHeight / 2, w: columns.end.w, h: endHeight };
  const parts = { columns, words, matches, attempts, crowd, results, knots, end };
  return { width, height, ...parts, lines: linesOf(scene, parts) };
}

function columnsIn(width: number, parts: readonly Part[]): Record<Column, Box> {
  const gap = Math.min(MOST_GAP, width * GAP);
  const left = width - gap * (parts.length - 1);
  const sum = parts.reduce((all, [, part]) => all + part, 0);
  const sizes = parts.map(([, part, most]) => Math.min(most, (left * part) / sum));
  const used = sizes.reduce((all, size) => all + size, 0);
  // What a very wide window has left over goes between the columns.
  const between = gap + (left - used) / (parts.length - 1);
  const out = {} as Record<Column, Box>;
  let x = 0;
  for (const [n, [column]] of parts.entries()) {
    out[column] = { x, y: 0, w: sizes[n] ?? 0, h: 0 };
    x += (sizes[n] ?? 0) + between;
  }
  return out;
}

function stack(sizes: number[]): number {
  return sizes.reduce((all, size) => all + size + SPACE, sizes.length > 0 ? -SPACE : 0);
}

function column<T extends { id: string }>(
  items: T[],
  size: (item: T) => number,
  { x, w }: Box,
  top: number,
): Record<string, Box> {
  const out: Record<string, Box> = {};
  let y = top;
  for (const item of items) {
    out[item.id] = { x, y, w, h: size(item) };
    y += size(item) + SPACE;
  }
  return out;
}

/** Row by row in the order in which they were written: another attempt moves none that is there sideways. */
function grid(scene: Scene, { x, w }: Box, top: number, cells: number): Record<string, Box> {
  const left = x + (w - cells * CELL) / 2;
  return Object.fromEntries(
    scene.attempts.map((attempt, n) => [
      attempt.id,
      {
        x: left + (n % cells) * CELL + (CELL - DOT) / 2,
        y: top + Math.floor(n / cells) * CELL + (CELL - DOT) / 2,
        w: DOT,
        h: DOT,
      },
    ]),
  );
}

/** Its area goes with its share; the height of its row is that of the bubble or of the words beside it. */
function bubbleOf(share: number, many: number, width: number): Bubble {
  const small = many >= MANY_RESULTS;
  const most = Math.min(MOST_RADIUS, width * 0.24);
  const r = Math.max(LEAST_RADIUS, most * Math.sqrt(share));
  return { x: 0, y: 0, w: 0, h: Math.max(2 * r, small ? 30 : 44), cx: 0, cy: 0, r, small, tokens: [] };
}

/** Sunflower seeds: any number of them fills a circle, and one more stands outside of those that are there. */
function tokens(result: SResult, r: number) {
  const many = result.members.length;
  const turn = Math.PI * (3 - Math.sqrt(5));
  // The outermost one just fits: its place and its own size together are the radius, less a margin.
  const step = (r * 0.94) / (Math.sqrt(many - 0.6) + SEED);
  const size = Math.min(8, step * SEED);
  return result.members.map((id, n) => {
    const away = many === 1 ? 0 : step * Math.sqrt(n + 0.4);
    return { id, x: away * Math.cos(n * turn), y: away * Math.sin(n * turn), r: size };
  });
}

/** On the leading result's path, the nearest opponent first, so that no line crosses another. */
function knotsOf(scene: Scene, { x, w }: Box, results: Record<string, Bubble>): Record<string, Box> {
  const lead = scene.leader === null ? undefined : results[scene.leader];
  if (!lead) return {};
  const away = (id: string) => Math.abs((results[id]?.cy ?? 0) - lead.cy);
  const order = [...scene.duels].sort((a, b) => away(a.against) - away(b.against));
  const step = w / (order.length + 1);
  const size = Math.max(4, Math.min(KNOT, step - 1.5));
  return Object.fromEntries(
    order.map(({ against }, n) => [
      against,
      { x: x + (n + 1) * step - size / 2, y: lead.cy - size / 2, w: size, h: size },
    ]),
  );
}

type Parts = Omit<Layout, "width" | "height" | "lines">;

function linesOf(scene: Scene, parts: Parts): Line[] {
  const { columns, words, matches, attempts, crowd, results, knots, end } = parts;
  const out: Line[] = [];
  for (const match of scene.matches) {
    const to = matches[match.id];
    for (const word of match.words) {
      const from = words[word];
      if (from && to)
        out.push(curve(`w ${word} ${match.id}`, "word", right(from), left(to), [word, match.id]));
    }
  }
  for (const attempt of scene.attempts) {
    const box = attempts[attempt.id];
    if (!box) continue;
    for (const id of attempt.uses) {
      const from = matches[id];
      if (from) out.push(curve(`u ${id} ${attempt.id}`, "use", right(from), left(box), [id, attempt.id]));
    }
    const bubble = attempt.result === null ? undefined : results[attempt.result];
    if (bubble) {
      const from = crowd ? right(box) : { x: columns.attempts.x + columns.attempts.w, y: box.y + box.h / 2 };
      const to = { x: bubble.cx - bubble.r, y: bubble.cy };
      out.push(curve(`v ${attempt.id}`, "vote", from, to, [attempt.id, bubbleKey(attempt.result)]));
    }
  }
  if (crowd) out.push(...bundles(scene, parts));
  const lead = scene.leader === null ? undefined : results[scene.leader];
  for (const result of scene.results) {
    const bubble = results[result.id];
    if (!bubble || result.id === scene.leader || !lead) continue;
    const knot = knots[result.id];
    const key = bubbleKey(result.id);
    const x = bubble.cx + bubble.r;
    if (knot) {
      const turn = knot.x + knot.w / 2;
      const bend = Math.min(9, Math.abs(lead.cy - bubble.cy) / 2, Math.abs(turn - x) / 2);
      const down = lead.cy > bubble.cy ? bend : -bend;
      const d = `M${n(x)} ${n(bubble.cy)}H${n(turn - bend)}Q${n(turn)} ${n(bubble.cy)} ${n(turn)} ${n(bubble.cy + down)}V${n(lead.cy)}`;
      out.push({ id: `d ${result.id}`, ends: [key], d, kind: "duel", width: 1.5 });
    } else if (scene.decided) {
      const stop = columns.results.x + columns.results.w;
      const d = `M${n(x)} ${n(bubble.cy)}H${n(stop)}M${n(stop)} ${n(bubble.cy - 5)}V${n(bubble.cy + 5)}`;
      out.push({ id: `d ${result.id}`, ends: [key], d, kind: "outvoted", width: 1.5 });
    }
  }
  if (lead && scene.leader !== null) {
    const from = { x: lead.cx + lead.r, y: lead.cy };
    const turn = columns.duels.x + columns.duels.w;
    const to = { x: end.x, y: end.y + end.h / 2 };
    const bend = (to.x - turn) / 2;
    const d = `M${n(from.x)} ${n(from.y)}H${n(turn)}C${n(turn + bend)} ${n(from.y)} ${n(to.x - bend)} ${n(to.y)} ${n(to.x)} ${n(to.y)}`;
    out.push({ id: "path", ends: [bubbleKey(scene.leader), "end"], d, kind: "path", width: 5 });
  }
  return out;
}

/** Into the field of a crowd and out of it, at the height from which they come and to which they go. */
function bundles(scene: Scene, { columns, matches, attempts, results }: Parts): Line[] {
  const boxes = Object.values(attempts);
  const top = Math.min(...boxes.map((b) => b.y));
  const bottom = Math.max(...boxes.map((b) => b.y + b.h));
  const field = { left: Math.min(...boxes.map((b) => b.x)), right: Math.max(...boxes.map((b) => b.x + b.w)) };
  const gate = (y: number) => top + ((bottom - top) * y) / columns.attempts.h;
  const into = scene.matches.flatMap((match) => {
    const box = matches[match.id];
    if (!box || match.by === 0) return [];
    const from = right(box);
    const to = { x: field.left - FIELD, y: gate(from.y) };
    const width = 1.5 + (6 * match.by) / scene.attempts.length;
    return [{ ...curve(`i ${match.id}`, "bundle", from, to, [match.id]), width }];
  });
  const outOf = scene.results.flatMap((result) => {
    const bubble = results[result.id];
    if (!bubble) return [];
    const from = { x: field.right + FIELD, y: gate(bubble.cy) };
    const to = { x: bubble.cx - bubble.r, y: bubble.cy };
    const width = 1.5 + (10 * result.members.length) / scene.attempts.length;
    return [{ ...curve(`o ${result.id}`, "bundle", from, to, [bubbleKey(result.id)]), width }];
  });
  return [...into, ...outOf];
}

interface Point {
  x: number;
  y: number;
}

/** A result goes by its letter, which a word may be, too. */
export const bubbleKey = (id: string | null) => `result ${id}`;

const right = ({ x, y, w, h }: Box): Point => ({ x: x + w, y: y + h / 2 });
const left = ({ x, y, h }: Box): Point => ({ x, y: y + h / 2 });
const n = (value: number) => Math.round(value * 10) / 10;
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

function curve(id: string, kind: Line["kind"], from: Point, to: Point, ends: string[]): Line {
  const half = (to.x - from.x) / 2;
  const d = `M${n(from.x)} ${n(from.y)}C${n(from.x + half)} ${n(from.y)} ${n(to.x - half)} ${n(to.y)} ${n(to.x)} ${n(to.y)}`;
  return { id, ends, d, kind, width: 1.5 };
}
