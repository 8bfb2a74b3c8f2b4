// What a level of trust promises: no more than was measured.
import type { Trust } from "../contract";
import { t } from "../text";
import "../text/en/answerMore";

/** The engine's reason, in its words, that the line for high trust says as well. */
const WORDS_USED = "Every word of the question is used.";

/** The one line above the reasons. `odds`: how often answers like this one were right; null where nobody measured it. */
export function promise(level: Trust, odds: number | null): string {
  // Where a model wrote the query, the level rests on agreement alone.
  if (odds === null) return t(level === "low" ? "answer.trust.estimateLow" : "answer.trust.estimate");
  if (level === "low") return t("answer.trust.measuredLow");
  return t(level === "high" ? "answer.trust.measuredHigh" : "answer.trust.measuredMedium");
}

/** The reasons, each once, without what the line above them says already. */
export function reasonsLeft(level: Trust, odds: number | null, reasons: readonly string[]): string[] {
  const said = level === "high" && odds !== null;
  return [...new Set(reasons)].filter((reason) => !(said && reason === WORDS_USED));
}
