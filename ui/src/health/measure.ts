// How good the answers are on a person's own questions, in plain words.
import type { Difference, Measured, MeasuredQuestion, Measurement } from "../contract";
import { count, percent, plural } from "../format/cell";

/** Below this, a difference is more than chance makes of one time in twenty. */
const CHANCE = 0.05;

export function headline({ right, of }: Measurement): string {
  if (of === 0) return "None could be checked";
  if (right === of) return of === 1 ? "The one question is right" : `All ${count(of)} right`;
  return `${count(right)} of ${count(of)} right`;
}

/** What so many questions say of all others. */
export function bounds({ of, low, high }: Measurement): string {
  if (of === 0) return "The queries that were right no longer run.";
  const many = `between ${percent(low)} and ${percent(high)} of many such questions would come out right`;
  return of < 30 ? `So few questions say little: ${many}.` : `As far as these questions tell, ${many}.`;
}

export function changed(difference: Difference): string {
  const { won, lost, chance } = difference;
  if (won.length + lost.length === 0) return "The same ones are right as the time before.";
  const parts = [];
  if (won.length > 0) parts.push(`${plural(won.length, "question")} won`);
  if (lost.length > 0) parts.push(`${plural(lost.length, "question")} lost`);
  const says = `${parts.join(" and ")} since the time before`;
  if (chance >= CHANCE) return `${says}, which may be chance.`;
  return `${says}: ${won.length > lost.length ? "better" : "worse"} by more than chance.`;
}

/** Who answered, and what it took. */
export function took(measurement: Measurement): string[] {
  const { models, calls, dollars, seconds, questions } = measurement;
  const each = seconds / Math.max(1, questions.length);
  const parts = [
    models.length === 0 ? "The built-in engine alone" : `With ${models.join(" and ")}`,
    `${each < 10 ? each.toFixed(1) : Math.round(each)} s a question`,
  ];
  if (calls > 0) {
    parts.push(plural(calls, "call"));
    parts.push(dollars === null ? "price not known" : `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`);
  }
  return parts;
}

export type Mark = "won" | "lost" | null;

export interface Row {
  question: MeasuredQuestion;
  mark: Mark;
}

/** Wrong ones first, for they are what a person wants to look at; in each part those that changed. */
export function rows({ latest, difference }: Measured): Row[] {
  const markOf = (text: string): Mark => {
    if (difference?.won.includes(text)) return "won";
    return difference?.lost.includes(text) ? "lost" : null;
  };
  const all = (latest?.questions ?? []).map((question) => ({ question, mark: markOf(question.question) }));
  const order = (row: Row) =>
    (row.question.right === false ? 0 : row.question.right === null ? 2 : 4) + (row.mark === null ? 1 : 0);
  return all.sort((a, b) => order(a) - order(b));
}
