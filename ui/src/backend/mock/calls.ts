// The calls that a run makes where a model is set up: link asks two, one of them kept; generate three, one of them in
// vain; answer one, of unknown price.
import type { Failure, LeftOut, ModelCall, ModelSettings, Stage } from "../../contract";
import { destinationOf } from "./models";

const BUSY: Failure = {
  kind: "unavailable",
  message: "The provider is overloaded.",
  hint: "It was tried five times.",
  detail: "529 overloaded_error",
  retry_after: null,
};
const FLYING: Failure = {
  kind: "airplane",
  message: "Airplane mode is on, so nothing was sent.",
  hint: null,
  detail: null,
  retry_after: null,
};

/** What a small model's file leaves no room for. */
const SMALL: LeftOut = {
  window: { tokens: 4_096, from: "file" },
  columns: 34,
  of_columns: 88,
  examples: 1,
  of_examples: 3,
  samples: true,
  parts: [],
};

const PLAN: Partial<
  Record<
    Stage,
    { purpose: string; tier: keyof ModelSettings["tiers"]; how?: "kept" | "fails" | "unpriced" }[]
  >
> = {
  link: [
    { purpose: "ground", tier: "fast", how: "kept" },
    { purpose: "link_precise", tier: "powerful" },
  ],
  generate: [
    { purpose: "generate_standard", tier: "powerful" },
    { purpose: "generate_reasoning", tier: "reasoning" },
    { purpose: "generate_step_back", tier: "powerful", how: "fails" },
  ],
  select: [{ purpose: "select", tier: "fast" }],
  answer: [{ purpose: "answer", tier: "fast", how: "unpriced" }],
};

export function callsIn(settings: ModelSettings, stage: Stage, question: string): ModelCall[] {
  const { fast, powerful, reasoning } = settings.tiers;
  return (PLAN[stage] ?? []).flatMap(({ purpose, tier, how }, n) => {
    const to = settings.tiers[tier] ?? powerful ?? reasoning ?? fast;
    if (!to) return [];
    const provider = settings.providers.find((p) => p.id === to.provider);
    const { leaves } = destinationOf(provider);
    const failure = settings.airplane && provider?.kind !== "gguf" ? FLYING : how === "fails" ? BUSY : null;
    const tokens = failure ? 0 : 1_200 + question.length * 7 + n * 310;
    return [
      {
        purpose,
        provider: to.provider,
        model: to.model,
        leaves,
        usage: { input: tokens, cached: n === 1 ? 2_400 : 0, written: 0, output: failure ? 0 : 140 + n * 60 },
        cost: failure || how === "unpriced" ? null : leaves ? 0.0041 + n * 0.003 : 0,
        cached: how === "kept" && failure === null,
        ms: failure === FLYING || how === "kept" ? 1 : 820 + n * 410,
        failure,
        left_out: provider?.kind === "gguf" && purpose.startsWith("generate") ? SMALL : null,
      },
    ];
  });
}
