// How good the answers are on a person's own questions, in plain words.
import type { Difference, Measured, MeasuredQuestion, Measurement } from "../contract";
import { percent } from "../format/cell";
import { figures } from "../format/numbers";
import { list, t } from "../text";
import "../text/en/health";

/** Below this, a difference is more than chance makes of one time in twenty. */
const CHANCE = 0.05;

export function headline({ right, of }: Measurement): string {
  if (of === 0) return t("health.words.noneChecked");
  if (right === of) return of === 1 ? t("health.words.oneRight") : t("health.words.allRight", { count: of });
  return t("health.words.partRight", { right, of });
}

/** What so many questions say of all others. */
export function bounds({ of, low, high }: Measurement): string {
  if (of === 0) return t("health.words.noneRuns");
  const range = { low: percent(low), high: percent(high) };
  return of < 30 ? t("health.words.fewSay", range) : t("health.words.manySay", range);
}

export function changed(difference: Difference): string {
  const { won, lost, chance } = difference;
  if (won.length + lost.length === 0) return t("health.words.same");
  const sums = {
    won: t("common.questions", { count: won.length }),
    lost: t("common.questions", { count: lost.length }),
  };
  const maybe = chance >= CHANCE;
  if (lost.length === 0) return maybe ? t("health.words.wonMaybe", sums) : t("health.words.wonBetter", sums);
  if (won.length === 0) return maybe ? t("health.words.lostMaybe", sums) : t("health.words.lostWorse", sums);
  if (maybe) return t("health.words.bothMaybe", sums);
  return won.length > lost.length ? t("health.words.bothBetter", sums) : t("health.words.bothWorse", sums);
}

/** Who answered, and what it took. */
export function took(measurement: Measurement): string[] {
  const { models, calls, dollars, seconds, questions } = measurement;
  const each = seconds / Math.max(1, questions.length);
  const parts = [
    models.length === 0 ? t("health.words.engineAlone") : t("health.words.with", { models: list(models) }),
    t("health.words.seconds", { seconds: fixed(each, each < 10 ? 1 : 0) }),
  ];
  if (calls > 0) {
    parts.push(t("common.calls", { count: calls }));
    parts.push(
      dollars === null ? t("health.words.priceUnknown") : fixed(dollars, dollars < 1 ? 4 : 2, DOLLARS),
    );
  }
  return parts;
}

const DOLLARS = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;

function fixed(value: number, digits: number, as?: typeof DOLLARS): string {
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(figures(), { ...as, ...places }).format(value);
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
