// What a level of trust promises: no more than was measured.
import type { Trust } from "../contract";

/** Where a model wrote the query: the level rests on agreement alone. */
const ESTIMATE = "This is an estimate, not a measurement.";

/** The one line above the reasons. `odds`: how often answers like this one were right; null where nobody measured it. */
export function promise(level: Trust, odds: number | null): string {
  if (odds === null) {
    const check = level === "low" ? "Check this one" : "Check how it was read";
    return `${ESTIMATE} ${check} before you rely on it.`;
  }
  if (level === "low")
    return "Check this one before you rely on it. Below is what speaks for and against it.";
  return level === "high"
    ? "Most answers like this one were right, and every word of the question is used."
    : "More answers like this one were right than wrong. Check how it was read.";
}

/** The reasons, each once, without what the line above them says already. */
export function reasonsLeft(level: Trust, odds: number | null, reasons: readonly string[]): string[] {
  const said = promise(level, odds).toLowerCase();
  const plain = (reason: string) => reason.toLowerCase().replace(/\.$/, "");
  return [...new Set(reasons)].filter((reason) => !said.includes(plain(reason)));
}
