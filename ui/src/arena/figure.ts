// A result in a few characters: its one value, or how many rows it has and how the first begins.
import type { ResultSet } from "../contract";
import { formatter, plural } from "../format/cell";
import type { Run } from "../run/reduce";

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
  if (rows === 0) return { main: "No rows", sub: "" };
  const first = (result?.columns ?? []).slice(0, SHOWN).map((column, c) => {
    const cell = result?.rows[0]?.[c] ?? null;
    return formatter(column, [cell])(cell).text;
  });
  if (rows === 1 && result?.columns.length === 1) return { main: first[0] ?? "", sub: "" };
  const main = `${result?.truncated ? "over " : ""}${plural(rows, "row")}`;
  return { main, sub: first.filter((text) => text !== "").join(", ") };
}
