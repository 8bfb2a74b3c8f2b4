// Preparing in words: what it is at, how fast, how long still.
import type { Phase, Progress } from "../contract";
import { count, plural } from "../format/cell";

const PHASES: Record<Phase, string> = {
  read: "Reading the tables",
  describe: "Describing the tables",
  index: "Building the search index",
};

export function phaseWords(progress: Progress): string {
  if (progress.paused) return "Paused";
  return PHASES[progress.phase];
}

/** "7 of 15 tables · 184,000 rows a second · about 2 minutes left". */
export function progressParts(progress: Progress): string[] {
  const parts = [`${count(progress.done)} of ${plural(progress.of, "table")}`];
  if (progress.paused) return parts;
  if (progress.phase !== "read") {
    const read = progress.of === 1 ? "the table is read" : `all ${plural(progress.of, "table")} read`;
    return [read, "a few seconds left"];
  }
  if (progress.rows_per_second > 0)
    parts.push(`${count(Number(progress.rows_per_second.toPrecision(2)))} rows a second`);
  if (progress.seconds_left !== null) parts.push(timeLeft(progress.seconds_left));
  return parts;
}

/** An estimate in steps that do not jump about. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return "a few seconds left";
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${plural(Math.max(1, minutes), "minute")} left`;
  return `about ${plural(Math.round(seconds / 3600), "hour")} left`;
}
