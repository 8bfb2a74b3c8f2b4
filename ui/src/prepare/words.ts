// Preparing in words: what it is at, how fast, how long still.
import type { Phase, Progress } from "../contract";
import { t } from "../text";
import "../text/en/prepare";

const PHASES: Record<Phase, string> = {
  read: t("prepare.phase.read"),
  describe: t("prepare.phase.describe"),
  index: t("prepare.phase.index"),
};

export function phaseWords(progress: Progress): string {
  if (progress.paused) return t("prepare.phase.paused");
  return PHASES[progress.phase];
}

/** "7 of 15 tables". */
export function tablesDone({ done, of }: Progress): string {
  return t("prepare.parts.tables", { done, tables: t("common.tables", { count: of }) });
}

/** "7 of 15 tables · 184,000 rows a second · about 2 minutes left". */
export function progressParts(progress: Progress): string[] {
  const parts = [tablesDone(progress)];
  if (progress.paused) return parts;
  if (progress.phase !== "read")
    return [t("prepare.parts.allRead", { count: progress.of }), t("prepare.left.few")];
  if (progress.rows_per_second > 0)
    parts.push(t("prepare.parts.speed", { count: Number(progress.rows_per_second.toPrecision(2)) }));
  if (progress.seconds_left !== null) parts.push(timeLeft(progress.seconds_left));
  return parts;
}

/** An estimate in steps that do not jump about. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return t("prepare.left.few");
  if (seconds < 55) return t("prepare.left.seconds", { n: Math.ceil(seconds / 10) * 10 });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("prepare.left.minutes", { count: Math.max(1, minutes) });
  return t("prepare.left.hours", { count: Math.round(seconds / 3600) });
}
