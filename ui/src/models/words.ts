// What the screens say about providers, tiers, levels, purposes, costs and endings.
import type {
  Between,
  EffortEstimate,
  FailureKind,
  Privacy,
  Provider,
  ProviderKind,
  Tiers,
  Usage,
} from "../contract";
import { figures } from "../format/numbers";
import { t } from "../text";
import "../text/en/models";

export type TierName = keyof Tiers;

export interface KindWords {
  kind: ProviderKind;
  name: string;
  says: string;
  key: "needed" | "perhaps" | "none";
  /** What the key field says about where one comes from. */
  keyFrom: string;
  /** Its models to begin with; empty: nobody can know. */
  models: Record<TierName, string>;
}

const UNKNOWN = { fast: "", powerful: "", reasoning: "" };

/** The models to begin with are seed 000's where it names some. */
export const KINDS: readonly KindWords[] = [
  {
    kind: "anthropic",
    name: "Anthropic",
    says: t("models.kind.anthropicSays"),
    key: "needed",
    keyFrom: t("models.kind.keyMadeAt", { site: "console.anthropic.com" }),
    models: {
      fast: "claude-haiku-4-5-20251001",
      powerful: "claude-sonnet-4-6",
      reasoning: "claude-sonnet-4-6",
    },
  },
  {
    kind: "gemini",
    name: "Google Gemini",
    says: t("models.kind.geminiSays"),
    key: "needed",
    keyFrom: t("models.kind.keyMadeAt", { site: "aistudio.google.com" }),
    models: { fast: "gemini-2.5-flash", powerful: "gemini-2.5-pro", reasoning: "gemini-2.5-flash" },
  },
  {
    kind: "open_ai",
    name: "OpenAI",
    says: t("models.kind.openAiSays"),
    key: "needed",
    keyFrom: t("models.kind.keyMadeAt", { site: "platform.openai.com" }),
    models: { fast: "gpt-5-mini", powerful: "gpt-5", reasoning: "gpt-5" },
  },
  {
    kind: "open_ai_compatible",
    name: t("models.kind.compatible"),
    says: t("models.kind.compatibleSays"),
    key: "perhaps",
    keyFrom: t("models.kind.keyIfAsked"),
    models: UNKNOWN,
  },
  {
    kind: "ollama",
    name: "Ollama",
    says: t("models.kind.ollamaSays"),
    key: "perhaps",
    keyFrom: t("models.kind.keyIfAsked"),
    models: UNKNOWN,
  },
  {
    kind: "gguf",
    name: t("models.kind.gguf"),
    says: t("models.kind.ggufSays"),
    key: "none",
    keyFrom: "",
    models: UNKNOWN,
  },
];

export function kindWords(kind: ProviderKind): KindWords {
  return KINDS.find((k) => k.kind === kind) ?? (KINDS[0] as KindWords);
}

/** Whether what is sent to it stays on this computer. */
export function stays(provider: Pick<Provider, "kind" | "address">): boolean {
  if (provider.kind === "gguf") return true;
  const address = provider.address?.trim() ?? "";
  if (address === "") return provider.kind === "ollama";
  const host = address
    .replace(/^\w+:\/\//, "")
    .replace(/^[^/]*@/, "")
    .replace(/[/?#].*$/, "")
    .replace(/:\d+$/, "")
    .toLowerCase();
  return (
    host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
  );
}

export const TIERS: readonly { tier: TierName; name: string; says: string }[] = [
  { tier: "fast", name: t("models.tier.fast"), says: t("models.tier.fastSays") },
  { tier: "powerful", name: t("models.tier.powerful"), says: t("models.tier.powerfulSays") },
  { tier: "reasoning", name: t("models.tier.reasoning"), says: t("models.tier.reasoningSays") },
];

/** Who serves a tier, and in whose place; null: nobody. */
export function serves(
  tiers: Tiers,
  tier: TierName,
): { model: string; provider: string; as: TierName } | null {
  const order: Record<TierName, TierName[]> = {
    fast: ["fast", "powerful", "reasoning"],
    powerful: ["powerful", "reasoning", "fast"],
    reasoning: ["reasoning", "powerful", "fast"],
  };
  for (const as of order[tier]) {
    const set = tiers[as];
    if (set) return { ...set, as };
  }
  return null;
}

export interface Level {
  level: Privacy;
  name: string;
  says: string;
  example: string;
}

export const LEVELS: readonly Level[] = [
  {
    level: "nothing",
    name: t("models.level.nothing"),
    says: t("models.level.nothingSays"),
    example: t("models.level.nothingExample"),
  },
  {
    level: "names",
    name: t("models.level.names"),
    says: t("models.level.namesSays"),
    example: t("models.level.namesExample"),
  },
  {
    level: "profile",
    name: t("models.level.profile"),
    says: t("models.level.profileSays"),
    example: t("models.level.profileExample"),
  },
  {
    level: "values",
    name: t("models.level.values"),
    says: t("models.level.valuesSays"),
    example: t("models.level.valuesExample"),
  },
  {
    level: "rows",
    name: t("models.level.rows"),
    says: t("models.level.rowsSays"),
    example: t("models.level.rowsExample"),
  },
];

export function levelWords(level: Privacy): Level {
  return LEVELS.find((l) => l.level === level) ?? (LEVELS[0] as Level);
}

/** By the first word of a prompt's name, which is its stage. */
const PURPOSES: readonly [RegExp, string][] = [
  [/^fetch_model/, t("models.purpose.fetchModel")],
  [/^ground/, t("models.purpose.ground")],
  [/^describe/, t("models.purpose.describe")],
  [/^link_recall/, t("models.purpose.linkRecall")],
  [/^link/, t("models.purpose.link")],
  [/^generate/, t("models.purpose.generate")],
  [/^repair/, t("models.purpose.repair")],
  [/^select/, t("models.purpose.select")],
  [/^answer/, t("models.purpose.answer")],
];

/** "generate_step_back" in words; a name that is new here is at least readable. */
export function purposeWords(purpose: string): string {
  const known = PURPOSES.find(([name]) => name.test(purpose));
  if (known) return known[1];
  const words = purpose.replace(/[_-]+/g, " ");
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** No sum is said more exactly, in dollars. */
const LEAST = 0.0001;

/** Cents in full, smaller sums in two digits; no sum is rounded to nothing. */
export function usd(value: number): string {
  const digits = (options: Intl.NumberFormatOptions, sum = value) =>
    new Intl.NumberFormat(figures(), {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      ...options,
    }).format(sum);
  if (value > 0 && value < LEAST)
    return t("models.cost.under", { least: digits({ minimumFractionDigits: 4 }, LEAST) });
  const needed = value > 0 ? 1 - Math.floor(Math.log10(value)) : 2;
  return digits({ minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, needed) });
}

/** Unknown is never nothing. */
export function costWords(cost: number | null): string {
  if (cost === null) return t("models.cost.unknown");
  return cost === 0 ? t("models.cost.none") : usd(cost);
}

/** "About 5–7 s and $0.06–$0.22 a question". */
export function takesWords(estimate: EffortEstimate | undefined): string {
  if (!estimate?.seconds) return t("models.effort.unknown");
  const seconds = span(estimate.seconds, (s) => {
    const digits = s < 10 ? 1 : 0;
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(figures(), options).format(s);
  });
  const { dollars } = estimate;
  if (dollars === null) return t("models.effort.priceUnknown", { seconds });
  if (dollars.to === 0) return t("models.effort.free", { seconds });
  return t("models.effort.takes", { seconds, dollars: span(dollars, usd) });
}

function span(between: Between, words: (value: number) => string): string {
  const [from, to] = [words(between.from), words(between.to)];
  return from === to ? from : `${from}–${to}`;
}

export function tokensIn(usage: Usage): number {
  return usage.input + usage.cached + usage.written;
}

/** "4,210 tokens in, 2,400 of them kept by the provider, 312 out". */
export function usageWords(usage: Usage): string {
  const tokens = t("common.tokens", { count: tokensIn(usage) });
  const { cached: kept, output } = usage;
  return kept > 0
    ? t("models.usage.kept", { tokens, kept, output })
    : t("models.usage.plain", { tokens, output });
}

export const FAILURES: Record<FailureKind, string> = {
  airplane: t("models.failure.airplane"),
  budget: t("models.failure.budget"),
  question_budget: t("models.failure.questionBudget"),
  privacy: t("models.failure.privacy"),
  resting: t("models.failure.resting"),
  network: t("models.failure.network"),
  timed_out: t("models.failure.timedOut"),
  key: t("models.failure.key"),
  credit: t("models.failure.credit"),
  unknown_model: t("models.failure.unknownModel"),
  region: t("models.failure.region"),
  rate_limited: t("models.failure.rateLimited"),
  unavailable: t("models.failure.unavailable"),
  bad_request: t("models.failure.badRequest"),
  bad_reply: t("models.failure.badReply"),
  refused: t("models.failure.refused"),
  cancelled: t("models.failure.cancelled"),
};

/** Endings before anything was sent. */
export const UNSENT: ReadonlySet<FailureKind> = new Set([
  "airplane",
  "budget",
  "question_budget",
  "privacy",
  "resting",
]);
