// The rows of a step in words: for the eye, and for a screen reader, which cannot read an arrow.
import type { TraceStep } from "../contract";
import { count } from "../format/cell";
import { t } from "../text";
import "../text/en/how";

export interface StepRows {
  /** "1,312 → 42"; the unit stands apart, so that figures line up. */
  figures: string;
  unit: string;
  /** "1,312 rows in, 42 out". */
  spoken: string;
}

/** `null`: what came out of the step was not counted. */
export function stepRows({ rows_in, rows_out }: TraceStep): StepRows | null {
  if (rows_out === null) return null;
  const unit = t("how.unit", { count: rows_out });
  if (rows_in === null || rows_in === rows_out)
    return { figures: count(rows_out), unit, spoken: t("common.rows", { count: rows_out }) };
  return {
    figures: `${count(rows_in)} → ${count(rows_out)}`,
    unit,
    spoken: t("how.inAndOut", { rows: t("common.rows", { count: rows_in }), out: rows_out }),
  };
}

export interface Width {
  /** In hundredths of the widest, at the top of the step and at its foot. */
  from: number;
  to: number;
  /** The rows of this step were counted. */
  known: boolean;
}

/** Even one row is a line that can be seen. */
const LEAST = 4;

/** The band of rows, step by step; narrower by the same for each tenth that is left, or ten rows would not be seen. */
export function bandOf(steps: readonly TraceStep[]): Width[] {
  const most = Math.max(0, ...steps.map((step) => Math.max(step.rows_in ?? 0, step.rows_out ?? 0)));
  const wide = (rows: number) => LEAST + ((100 - LEAST) * Math.log10(rows + 1)) / Math.log10(most + 1);
  let last: number | null = null;
  return steps.map(({ rows_in, rows_out }): Width => {
    if (most === 0 || rows_out === null) return { from: last ?? 100, to: last ?? 100, known: false };
    const to = wide(rows_out);
    const from: number = last ?? (rows_in === null ? to : wide(rows_in));
    last = to;
    return { from, to, known: true };
  });
}

/** The rows at each turn: "60,114", "631", "10"; a step that changes none of them is left out. */
export function narrowing(steps: readonly TraceStep[]): string[] {
  const all = steps.flatMap(({ rows_in, rows_out }, n) =>
    rows_out === null ? [] : n === 0 && rows_in !== null ? [rows_in, rows_out] : [rows_out],
  );
  return all.filter((rows, n) => rows !== all[n - 1]).map((rows) => count(rows));
}
