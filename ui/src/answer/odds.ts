// What a level of trust promises: no more than was measured.
import type { Trust } from "../contract";

/** The one line above the reasons. `odds`: how often answers like this one were right; null where nobody measured it. */
export function promise(level: Trust, odds: number | null): string {
  if (level === "low")
    return "Check this one before you rely on it. Below is what speaks for and against it.";
  if (odds === null) return "Check how it was read before you rely on it.";
  return level === "high"
    ? "Most answers like this one were right, and every word of the question is used."
    : "More answers like this one were right than wrong. Check how it was read.";
}
