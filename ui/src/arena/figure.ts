// A result in a few characters: its one value, or how many rows it has and how the first begins.
import type { ResultSet } from "../contract";
import { formatter } from "../format/cell";
import { figures } from "../format/numbers";
import type { Run } from "../run/reduce";
import { t } from "../text";
import "../text/en/arena";

export interface Figure {
  /** "480", "12 rows". */
  main: string;
  /** The head of its first row, "Germany, 1,625.2"; empty where the main line has all of it. */
  sub: string;
}

/** Of the first row, so many values. */
const SHOWN = 2;

export function resultOf(run: Run, members: readonly string[]): ResultSet | null {
  for (const id of members) {
    const outcome = run.judged[id]?.outcome;
    if (outcome?.kind === "ran") return outcome.result;
  }
  return null;
}

export function figureOf(result: ResultSet | null, rows: number): Figure {
  if (rows === 0) return { main: t("arena.figure.none"), sub: "" };
  const first = (result?.columns ?? []).slice(0, SHOWN).map((column, c) => {
    const cell = result?.rows[0]?.[c] ?? null;
    return formatter(column, [cell])(cell).text;
  });
  if (rows === 1 && result?.columns.length === 1) return { main: first[0] ?? "", sub: "" };
  const said = t("common.rows", { count: rows });
  const main = result?.truncated ? t("arena.figure.over", { rows: said }) : said;
  return { main, sub: first.filter((text) => text !== "").join(", ") };
}

/** A score of the search: both digits always, so that those under each other line up. */
export function twoDigits(value: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(figures(), digits).format(value);
}
