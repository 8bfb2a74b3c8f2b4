// Calls to models in sums: how many, how long, for how much, and whether anything left.
import type { Enough, LeftOut, ModelCall, Stage, WindowFrom } from "../contract";
import { count, duration, plural } from "../format/cell";
import { FAILURES, tokensIn, UNSENT, usd } from "../models/words";
import type { Run } from "../run/reduce";

export function callsOf(run: Run, stages: readonly (Stage | null)[]): ModelCall[] {
  return run.calls.filter((c) => stages.includes(c.stage)).map((c) => c.call);
}

export function callWentOut(call: ModelCall): boolean {
  return call.leaves && !call.cached && !(call.failure && UNSENT.has(call.failure.kind));
}

/** "2 model calls · 4,522 tokens · $0.012 · 1.8 s · left this computer". */
export function sumWords(calls: readonly ModelCall[]): string[] {
  const tokens = calls.reduce((sum, c) => sum + tokensIn(c.usage) + c.usage.output, 0);
  const parts = [plural(calls.length, "model call")];
  if (tokens > 0) parts.push(plural(tokens, "token"));
  const cost = costSum(calls);
  if (cost !== null) parts.push(cost);
  parts.push(duration(calls.reduce((sum, c) => sum + c.ms, 0)));
  const failed = calls.filter((c) => c.failure !== null).length;
  if (failed > 0) parts.push(`${failed === calls.length ? "all" : failed} without a reply`);
  return parts;
}

/** What the answer has to say where models were asked and none replied; null: one did, or none was asked. */
export function withoutModels(run: Run): string | null {
  const why = run.calls.map((c) => c.call.failure?.kind);
  const kinds = [...new Set(why)];
  if (why.length === 0 || kinds.includes(undefined) || kinds.includes("cancelled")) return null;
  const words = kinds.map((kind) => (kind ? FAILURES[kind] : "")).join(", ");
  return `No model gave a reply (${words}): this is the work of the built-in engine alone. The calls below say more.`;
}

/** A sum with unknown parts is a lower bound and says so; null: nothing was to pay for. */
function costSum(calls: readonly ModelCall[]): string | null {
  const paid = calls.filter((c) => c.failure === null && !c.cached);
  if (paid.length === 0) return null;
  const known = paid.filter((c) => c.cost !== null);
  const sum = known.reduce((total, c) => total + (c.cost ?? 0), 0);
  if (known.length === 0) return "price unknown";
  const words = sum === 0 ? "no cost" : usd(sum);
  if (known.length === paid.length) return words;
  return sum === 0 ? "price partly unknown" : `at least ${words}`;
}

const SAYS: Record<WindowFrom, string> = {
  file: "as its file says",
  server: "as its server says",
  maker: "as its maker says",
  assumed: "as is assumed, since nobody says",
};

/** The parts of a prompt by their fields' names, as far as people have a word for them. */
const PARTS: Record<string, string> = {
  evidence: "the hints",
  glossary: "the glossary",
  values: "values found in the data",
  examples: "examples",
  joins: "the joins",
  cautions: "the cautions",
  rules: "rules of the dialect",
  result: "rows of the result",
  result_a: "rows of the results",
  result_b: "rows of the results",
  schema: "the schema",
  tried: "earlier attempts",
};

/** What the model was not told because it takes in no more. */
export function leftOutWords(left: LeftOut): string {
  const shown: string[] = [];
  if (left.of_columns > 0) shown.push(`${count(left.columns)} of ${plural(left.of_columns, "column")}`);
  if (left.of_examples > 0)
    shown.push(
      `${left.examples === 0 ? "none" : count(left.examples)} of ${plural(left.of_examples, "example")}`,
    );
  if (left.samples) shown.push("no sample values");
  const parts = [...new Set(left.parts.map((part) => PARTS[part] ?? "lesser parts"))];
  const cut = parts.length > 0 ? ` Cut short or left out: ${parts.join(", ")}.` : "";
  const told = shown.length > 0 ? ` It was told ${shown.join(", ")}.` : "";
  return `Shortened to fit the ${count(left.window.tokens)} tokens that this model takes in, ${SAYS[left.window.from]}.${told}${cut}`;
}

/** Why fewer queries are there than were to come. */
export function enoughWords({ agree, ran, spared }: Enough): string {
  const calls = plural(spared, "call");
  return `Stopped early: ${agree} of ${ran} agree, so ${calls} to models ${spared === 1 ? "was" : "were"} not waited for.`;
}
