// How wide columns are before anyone drags them.
import type { Cell, ResultSet } from "../contract";
import { raw } from "../format/cell";

export const ROW_HEIGHT = 30;
export const HEAD_HEIGHT = 34;
const MIN = 64;
const MAX = 340;
/** Mean advance of a 13 px system font's characters, a little generous. */
const CHAR = 7.6;
const PADDING = 28;

/** Measured on the first rows only: fewer of them the more columns there are, so that 10,000 columns take no time. */
export function widths(result: ResultSet, most = result.columns.length > 200 ? 8 : 60): number[] {
  const rows = result.rows.slice(0, most);
  return result.columns.map((column, c) => {
    // Room for the mark of its order and the button of its menu.
    let chars = column.name.length + 4;
    for (const row of rows) chars = Math.max(chars, length(row[c] ?? null));
    return Math.round(Math.min(MAX, Math.max(MIN, chars * CHAR + PADDING)));
  });
}

function length(cell: Cell): number {
  if (typeof cell === "string") return Math.min(cell.length, 80);
  if (cell === null) return 4;
  // Separators make a number a third longer.
  return Math.min(Math.ceil(raw(cell).length * 1.25), 80);
}

/** The rows or columns that are drawn, with one more that has to be. */
export function withPlace(indexes: number[], place: number): number[] {
  if (place < 0 || indexes.includes(place)) return indexes;
  return [...indexes, place].sort((a, b) => a - b);
}

/** The same with the first so many. */
export function withFirst(indexes: number[], first: number): number[] {
  const rest = indexes.filter((n) => n >= first);
  return [...Array.from({ length: first }, (_, n) => n), ...rest];
}
