// Calls to models in sums: how many, how long, for how much, and whether anything left.
import type { Enough, LeftOut, ModelCall, Stage } from "../contract";
import { duration } from "../format/cell";
import { costWords, FAILURES, tokensIn, UNSENT } from "../models/words";
import type { Run } from "../run/reduce";
import { list, t } from "../text";
import "../text/en/pipeline";

export function callsOf(run: Run, stages: readonly (Stage | null)[]): ModelCall[] {
  return run.calls.filter((c) => stages.includes(c.stage)).map((c) => c.call);
}

export function callWentOut(call: ModelCall): boolean {
  return call.leaves && !call.cached && !(call.failure && UNSENT.has(call.failure.kind));
}

/** "2 model calls", "4,522 tokens", "$0.012", "1.8 s". */
export function sumWords(calls: readonly ModelCall[]): string[] {
  const tokens = calls.reduce((sum, c) => sum + tokensIn(c.usage) + c.usage.output, 0);
  const parts = [t("pipeline.sum.calls", { count: calls.length })];
  if (tokens > 0) parts.push(t("common.tokens", { count: tokens }));
  const cost = costSum(calls);
  if (cost !== null) parts.push(cost);
  parts.push(duration(calls.reduce((sum, c) => sum + c.ms, 0)));
  const failed = calls.filter((c) => c.failure !== null).length;
  if (failed > 0)
    parts.push(failed === calls.length ? t("pipeline.sum.allFailed") : t("pipeline.sum.failed", { failed }));
  return parts;
}

/** What the answer has to say where models were asked and none replied; null: one did, or none was asked. */
export function withoutModels(run: Run): string | null {
  const kinds = [...new Set(run.calls.map((c) => c.call.failure?.kind))];
  if (kinds.length === 0 || kinds.includes(undefined) || kinds.includes("cancelled")) return null;
  return t("pipeline.sum.noModel", { why: listed(kinds.map((kind) => (kind ? FAILURES[kind] : ""))) });
}

/** A sum with unknown parts is a lower bound and says so; null: nothing was to pay for. */
function costSum(calls: readonly ModelCall[]): string | null {
  const paid = calls.filter((c) => c.failure === null && !c.cached);
  if (paid.length === 0) return null;
  const known = paid.filter((c) => c.cost !== null);
  const sum = known.reduce((total, c) => total + (c.cost ?? 0), 0);
  if (known.length === 0) return costWords(null);
  if (known.length === paid.length) return costWords(sum);
  return sum === 0 ? t("pipeline.sum.partlyUnknown") : t("pipeline.sum.atLeast", { cost: costWords(sum) });
}

/** The parts of a prompt by their fields' names, as far as people have a word for them. */
const PARTS: Record<string, string> = {
  evidence: t("pipeline.cut.evidence"),
  glossary: t("pipeline.cut.glossary"),
  values: t("pipeline.cut.values"),
  examples: t("pipeline.cut.examples"),
  joins: t("pipeline.cut.joins"),
  cautions: t("pipeline.cut.cautions"),
  rules: t("pipeline.cut.rules"),
  result: t("pipeline.cut.result"),
  result_a: t("pipeline.cut.results"),
  result_b: t("pipeline.cut.results"),
  schema: t("pipeline.cut.schema"),
  tried: t("pipeline.cut.tried"),
};

/** What the model was not told because it takes in no more. */
export function leftOutWords(left: LeftOut): string {
  const shown: string[] = [];
  if (left.of_columns > 0) {
    const columns = t("common.columns", { count: left.of_columns });
    shown.push(t("pipeline.told.columns", { shown: left.columns, columns }));
  }
  if (left.of_examples > 0) {
    const counts = { shown: left.examples, count: left.of_examples };
    shown.push(
      left.examples === 0 ? t("pipeline.told.noExamples", counts) : t("pipeline.told.examples", counts),
    );
  }
  if (left.samples) shown.push(t("pipeline.told.noSamples"));
  const parts = [...new Set(left.parts.map((part) => PARTS[part] ?? t("pipeline.cut.lesser")))];
  const sentences = [t(`pipeline.short.${left.window.from}`, { tokens: left.window.tokens })];
  if (shown.length > 0) sentences.push(t("pipeline.told.list", { parts: listed(shown) }));
  if (parts.length > 0) sentences.push(t("pipeline.cut.list", { parts: listed(parts) }));
  return sentences.join(" ");
}

/** "a, b, c"; in German "a, b und c". */
function listed(items: string[]): string {
  return list(items, "unit");
}

/** Why fewer queries are there than were to come. */
export function enoughWords({ agree, ran, spared }: Enough): string {
  return t("pipeline.enough", { agree, ran, count: spared });
}
