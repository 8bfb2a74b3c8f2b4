// The rows of a step in words: for the eye, and for a screen reader, which cannot read an arrow.
import type { TraceStep } from "../contract";
import { count, plural } from "../format/cell";

export interface StepRows {
  /** "1,312 → 42"; the unit stands apart, so that figures line up. */
  figures: string;
  unit: "row" | "rows";
  /** "1,312 rows in, 42 out". */
  spoken: string;
}

/** `null`: what came out of the step was not counted. */
export function stepRows({ rows_in, rows_out }: TraceStep): StepRows | null {
  if (rows_out === null) return null;
  const unit = rows_out === 1 ? "row" : "rows";
  if (rows_in === null || rows_in === rows_out)
    return { figures: count(rows_out), unit, spoken: plural(rows_out, "row") };
  return {
    figures: `${count(rows_in)} → ${count(rows_out)}`,
    unit,
    spoken: `${plural(rows_in, "row")} in, ${count(rows_out)} out`,
  };
}
