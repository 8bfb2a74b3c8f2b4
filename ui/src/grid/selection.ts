// The cells chosen in a grid, and what can be said of them.
import type { Cell, ResultSet } from "../contract";
import { asNumber, raw } from "../format/cell";

/** Row -1 is the header. */
export interface Place {
  row: number;
  col: number;
}
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function range(anchor: Place, active: Place): Range {
  return {
    top: Math.max(0, Math.min(anchor.row, active.row)),
    bottom: Math.max(0, anchor.row, active.row),
    left: Math.min(anchor.col, active.col),
    right: Math.max(anchor.col, active.col),
  };
}

export function inside(area: Range, row: number, col: number): boolean {
  return row >= area.top && row <= area.bottom && col >= area.left && col <= area.right;
}

export interface Totals {
  cells: number;
  numbers: number;
  sum: number;
  min: number;
  max: number;
}

/** Past this many cells the totals are left out: they would cost more than a frame. */
const TOTALS_CELLS = 200_000;

/** `order`: the places of the columns in a row, as they are shown. */
export function totals(
  rows: readonly (readonly Cell[])[],
  area: Range,
  order?: readonly number[],
): Totals | null {
  const cells = (area.bottom - area.top + 1) * (area.right - area.left + 1);
  if (cells < 2 || cells > TOTALS_CELLS) return null;
  const out: Totals = {
    cells,
    numbers: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
  };
  for (let r = area.top; r <= area.bottom; r++) {
    for (let c = area.left; c <= area.right; c++) {
      const value = asNumber(rows[r]?.[order ? (order[c] ?? -1) : c] ?? null);
      if (value === null) continue;
      out.numbers += 1;
      out.sum += value;
      out.min = Math.min(out.min, value);
      out.max = Math.max(out.max, value);
    }
  }
  return out;
}

/** The columns as they are shown, and the rows up to one of them in that order. */
export function picked(
  columns: ResultSet["columns"],
  rows: readonly (readonly Cell[])[],
  order: readonly number[],
) {
  const some = <T>(all: readonly T[]) => order.flatMap((n) => (n in all ? [all[n] as T] : []));
  return {
    columns: some(columns),
    // Those above are not copied; they keep the others at their places.
    rows: (top: number, bottom: number): Cell[][] =>
      rows.slice(0, bottom + 1).map((row, n) => (n < top ? [] : some(row))),
  };
}

/** Tab-separated, raw values; what a spreadsheet takes from the clipboard. */
export function asText(
  columns: ResultSet["columns"],
  rows: readonly (readonly Cell[])[],
  area: Range,
  header: boolean,
): string {
  const lines: string[] = [];
  if (header)
    lines.push(
      columns
        .slice(area.left, area.right + 1)
        .map((c) => field(c.name))
        .join("\t"),
    );
  for (const row of rows.slice(area.top, area.bottom + 1)) {
    lines.push(
      row
        .slice(area.left, area.right + 1)
        .map((cell) => field(raw(cell)))
        .join("\t"),
    );
  }
  return lines.join("\n");
}

function field(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface Sort {
  col: number;
  down: boolean;
}

/** NULL last in both directions, numbers by value, everything else by the reader's own alphabet. */
export function sorted(rows: Cell[][], sort: Sort | null): Cell[][] {
  if (!sort) return rows;
  const letters = new Intl.Collator(undefined, { numeric: true });
  const sign = sort.down ? -1 : 1;
  return rows.toSorted((a, b) => {
    const x = a[sort.col] ?? null;
    const y = b[sort.col] ?? null;
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    const n = asNumber(x);
    const m = asNumber(y);
    if (n !== null && m !== null) return sign * (n - m);
    return sign * letters.compare(raw(x), raw(y));
  });
}

/** Places whose text contains the words, row by row; at most `most`, so that a common letter stays quick. */
export function find(rows: readonly (readonly Cell[])[], words: string, most = 5_000): Place[] {
  const wanted = words.toLocaleLowerCase();
  const out: Place[] = [];
  if (wanted === "") return out;
  for (const [row, cells] of rows.entries()) {
    for (const [col, cell] of cells.entries()) {
      if (!raw(cell).toLocaleLowerCase().includes(wanted)) continue;
      out.push({ row, col });
      if (out.length >= most) return out;
    }
  }
  return out;
}

export function same(a: Place, b: Place): boolean {
  return a.row === b.row && a.col === b.col;
}
