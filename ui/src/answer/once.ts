// What the answer says already, so that it is said once.
import type { Answer } from "../contract";

/** Words that a reading uses to say how it counts; the figure or the sentence has shown it. */
const GRAMMAR = new Set(
  (
    "a all an and are as at added all by counted each every first for from group has have her his how in is it its last list listed many most " +
    "number of on one only or order rows s shown sorted sum than that the their them there these this those to total up was were where which who whose " +
    "with"
  ).split(" "),
);

function words(text: string): string[] {
  return (text.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [])
    .flatMap((word) => word.split("_"))
    .map((word) => (word.length > 3 ? word.replace(/(es|s)$/, "") : word));
}

/** What no phrase says is told step by step, and its place is "How I got this". */
function inSteps(reading: string): boolean {
  return /^(Read the table|Worked out) .*\. (Kept|Joined|Counted|Made|Showed|Sorted|Added|Took|Put|Read) /s.test(
    reading,
  );
}

/** A reading is worth its line only where it has a word that the sentence, the question or the columns have not. */
export function readsOtherwise(answer: Answer, question: string): boolean {
  if (inSteps(answer.reading)) return false;
  const columns = answer.result.columns.map((c) => c.name).join(" ");
  const known = new Set(words(`${answer.sentence} ${question} ${columns}`));
  return words(answer.reading).some((word) => word !== "" && !GRAMMAR.has(word) && !known.has(word));
}

/** A chart shows its title only where it has a word that neither the question nor the sentence has; its picture always has it. */
export function titleSaid(title: string, answer: Pick<Answer, "sentence">, question: string): boolean {
  if (inSteps(title)) return true;
  const known = new Set(words(`${answer.sentence} ${question}`));
  return words(title).every((word) => GRAMMAR.has(word) || known.has(word));
}

/** Notes that no assumption beside the answer says already, each once. */
export function notesLeft(answer: Answer): string[] {
  const said = new Set((answer.assumed ?? []).map((a) => a.note));
  return [...new Set(answer.notes.filter((_, n) => !said.has(n)))];
}

/** A long text or JSON is read in the grid's inspector; any other single value stands in the figure. */
const LONG = 120;

export function needsGrid(answer: Answer): boolean {
  if (answer.headline === null) return true;
  const cell = answer.result.rows[0]?.[0];
  return (
    (typeof cell === "string" && cell.length > LONG) ||
    (typeof cell === "object" && cell !== null && "json" in cell)
  );
}
