// Which columns of rows that differ are worth the little place there is.
import type { Cell, OnlyHere, ResultSet } from "../contract";
import { raw } from "../format/cell";
import { t } from "../text";
import "../text/en/answerMore";

/** What fits beside another table in a narrow window. */
export const MOST_COLUMNS = 4;

/** The first column, which mostly names the row, and those that differ from the other side; in their order. */
export function columnsToShow(mine: ResultSet, other: ResultSet, most = MOST_COLUMNS): number[] {
  const all = mine.columns.map((_, c) => c);
  const differs = all.filter((c) => {
    const there = other.columns.findIndex((column) => column.name === mine.columns[c]?.name);
    if (there < 0) return true;
    return mine.rows.some((row, r) => text(row[c]) !== text(other.rows[r]?.[there]));
  });
  const chosen = [...new Set([0, ...differs, ...all])].slice(0, most);
  return chosen.filter((c) => c < all.length).sort((a, b) => a - b);
}

function text(cell: Cell | undefined): string | null {
  return cell === null || cell === undefined ? null : raw(cell);
}

/** The value, where a result is nothing else. */
export function single(only: OnlyHere): Cell | undefined {
  const { columns, rows } = only.result;
  return columns.length === 1 && rows.length === 1 && only.rows === 1 ? rows[0]?.[0] : undefined;
}

/** "9 rows only in this result; the first 5:" */
export function heading(only: OnlyHere, partial: boolean): string {
  const shown = only.result.rows.length;
  const count = only.rows;
  if (count === 0) return t(partial ? "answer.apart.nonePartly" : "answer.apart.none");
  if (shown >= count) return t(partial ? "answer.apart.allPartly" : "answer.apart.all", { count });
  return t(partial ? "answer.apart.firstPartly" : "answer.apart.first", { count, shown });
}
