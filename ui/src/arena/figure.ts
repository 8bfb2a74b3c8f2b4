// A result in a few characters: its one value, or how many rows it has and what stands first.
import type { ResultSet } from "../contract";
import { formatter, plural } from "../format/cell";
import type { Run } from "../run/reduce";

export interface Figure {
  /** "480", "12 rows". */
  main: string;
  /** "first: Germany"; empty where the main line has all of it. */
  sub: string;
}

export function resultOf(run: Run, members: readonly string[]): ResultSet | null {
  for (const id of members) {
    const outcome = run.judged[id]?.outcome;
    if (outcome?.kind === "ran") return outcome.result;
  }
  return null;
}

export function figureOf(result: ResultSet | null, rows: number): Figure {
  if (rows === 0) return { main: "No rows", sub: "" };
  const column = result?.columns[0];
  const cell = result?.rows[0]?.[0] ?? null;
  const shown = column ? formatter(column, [cell])(cell).text : "";
  if (rows === 1 && result?.columns.length === 1) return { main: shown, sub: "" };
  const main = `${result?.truncated ? "over " : ""}${plural(rows, "row")}`;
  return { main, sub: shown === "" ? "" : `first: ${shown}` };
}
