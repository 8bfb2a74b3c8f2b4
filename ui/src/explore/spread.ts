// Where values lie between the least and the greatest.
import type { Cell, Histogram } from "../contract";
import { asNumber, raw } from "../format/cell";

/** A number or a time as a number; null where it is neither. */
export function measure(cell: Cell): number | null {
  const number = asNumber(cell);
  if (number !== null) return number;
  if (cell === null || typeof cell === "boolean") return null;
  const text = raw(cell);
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?/.exec(text);
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
  // `Date.parse` alone finds a year in nearly any text.
  if (!/^-?\d{4,6}-\d{2}(-\d{2}|$)/.test(text)) return null;
  const time = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(time) ? null : time;
}

/** 0..1 of each cell between two others; null where that cannot be said. */
export function shares(cells: readonly Cell[], from: Cell, to: Cell): number[] | null {
  const a = measure(from);
  const b = measure(to);
  if (a === null || b === null || !(b > a)) return null;
  const found = cells.map(measure);
  if (found.some((f) => f === null)) return null;
  return found.map((f) => Math.min(1, Math.max(0, ((f ?? a) - a) / (b - a))));
}

/** The bounds of one step of a histogram of numbers; null for times. */
export function bounds(histogram: Histogram, step: number): [number, number] | null {
  const from = asNumber(histogram.from);
  const to = asNumber(histogram.to);
  if (from === null || to === null) return null;
  const wide = (to - from) / histogram.rows.length;
  return [from + wide * step, from + wide * (step + 1)];
}

/** The step with most rows. */
export function peak(histogram: Histogram): number {
  return histogram.rows.reduce((best, rows, n) => (rows > (histogram.rows[best] ?? 0) ? n : best), 0);
}
