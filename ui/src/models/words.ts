// What the screens say about providers, tiers, levels, purposes, costs and endings.
import type {
  Between,
  EffortEstimate,
  FailureKind,
  Privacy,
  ProbeKind,
  Provider,
  ProviderKind,
  Tiers,
  Usage,
} from "../contract";
import { count } from "../format/cell";
import { figures } from "../format/numbers";

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
    says: "Claude, in the cloud",
    key: "needed",
    keyFrom: "Made at console.anthropic.com, under API keys.",
    models: {
      fast: "claude-haiku-4-5-20251001",
      powerful: "claude-sonnet-4-6",
      reasoning: "claude-sonnet-4-6",
    },
  },
  {
    kind: "gemini",
    name: "Google Gemini",
    says: "Gemini, in the cloud",
    key: "needed",
    keyFrom: "Made at aistudio.google.com, under API keys.",
    models: { fast: "gemini-2.5-flash", powerful: "gemini-2.5-pro", reasoning: "gemini-2.5-flash" },
  },
  {
    kind: "open_ai",
    name: "OpenAI",
    says: "GPT, in the cloud",
    key: "needed",
    keyFrom: "Made at platform.openai.com, under API keys.",
    models: { fast: "gpt-5-mini", powerful: "gpt-5", reasoning: "gpt-5" },
  },
  {
    kind: "open_ai_compatible",
    name: "Compatible server",
    says: "LM Studio, vLLM, llama.cpp, a company's gateway",
    key: "perhaps",
    keyFrom: "Only if the server asks for one.",
    models: UNKNOWN,
  },
  {
    kind: "ollama",
    name: "Ollama",
    says: "On this computer or in your network",
    key: "perhaps",
    keyFrom: "Only if the server asks for one.",
    models: UNKNOWN,
  },
  {
    kind: "gguf",
    name: "Model file",
    says: "A .gguf file, run by Askwell itself",
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
  {
    tier: "fast",
    name: "Fast",
    says: "Short work, often: finding words, comparing results, mending queries.",
  },
  { tier: "powerful", name: "Powerful", says: "Choosing tables and columns, writing the harder queries." },
  { tier: "reasoning", name: "Reasoning", says: "Questions of many steps: it thinks before it writes." },
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
    name: "Nothing",
    says: "No model is asked about this database. The built-in engine answers alone.",
    example: "Nothing is sent.",
  },
  {
    level: "names",
    name: "Names and types",
    says: "What tables and columns are called, their types and keys, and what you wrote about them.",
    example: "customers.country, text",
  },
  {
    level: "profile",
    name: "Figures and shapes",
    says: "Also how many rows there are, how many values are missing, and what values look like.",
    example: "640 rows, 14 different countries, postcodes like \\d{5}",
  },
  {
    level: "values",
    name: "Single values",
    says: "Also values of single cells that a question needs.",
    example: "country is “France”, not “FR”",
  },
  {
    level: "rows",
    name: "Rows of results",
    says: "Also the first rows of a result, so that a model can compare results and write the answer.",
    example: "Marseille, 12 orders, 4,210.50",
  },
];

export function levelWords(level: Privacy): Level {
  return LEVELS.find((l) => l.level === level) ?? (LEVELS[0] as Level);
}

/** A step of a test while it is taken, once it passed, and where it did not. */
export const PROBES: Record<ProbeKind, { now: string; done: string; failed: string }> = {
  reach: { now: "Looking for it", done: "Reached", failed: "Reach" },
  key: { now: "Showing the key", done: "Key in order", failed: "Key" },
  model: { now: "Looking for the model", done: "Model at hand", failed: "Model" },
  text: { now: "Asking for a short text", done: "A text came back", failed: "Text" },
  form: { now: "Asking for an answer of a given form", done: "The form was kept", failed: "Form" },
};

/** By the first word of a prompt's name, which is its stage. */
const PURPOSES: readonly [RegExp, string][] = [
  [/^fetch_model/, "Download a model"],
  [/^ground/, "Find words"],
  [/^describe/, "Describe columns"],
  [/^link_recall/, "Add columns"],
  [/^link/, "Choose columns"],
  [/^generate/, "Write a query"],
  [/^repair/, "Mend a query"],
  [/^select/, "Compare results"],
  [/^answer/, "Write the answer"],
];

/** "generate_step_back" in words; a name that is new here is at least readable. */
export function purposeWords(purpose: string): string {
  const known = PURPOSES.find(([name]) => name.test(purpose));
  if (known) return known[1];
  const words = purpose.replace(/[_-]+/g, " ");
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Cents in full, smaller sums in two digits; no sum is rounded to nothing. */
export function usd(value: number): string {
  const digits = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(figures(), {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      ...options,
    }).format(value);
  if (value > 0 && value < 0.0001) return "under $0.0001";
  const needed = value > 0 ? 1 - Math.floor(Math.log10(value)) : 2;
  return digits({ minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, needed) });
}

/** Unknown is never nothing. */
export function costWords(cost: number | null): string {
  if (cost === null) return "price unknown";
  return cost === 0 ? "no cost" : usd(cost);
}

/** "About 5–7 s and $0.06–$0.22 a question". */
export function takesWords(estimate: EffortEstimate | undefined): string {
  if (!estimate?.seconds) return "How long it takes and what it costs is shown once it was tried.";
  const seconds = span(estimate.seconds, (s) => (s < 10 ? s.toFixed(1) : s.toFixed(0)));
  const { dollars } = estimate;
  if (dollars === null) return `About ${seconds} s a question, price unknown.`;
  if (dollars.to === 0) return `About ${seconds} s a question, at no cost.`;
  return `About ${seconds} s and ${span(dollars, usd)} a question.`;
}

function span(between: Between, words: (value: number) => string): string {
  const [from, to] = [words(between.from), words(between.to)];
  return from === to ? from : `${from}–${to}`;
}

export function tokensIn(usage: Usage): number {
  return usage.input + usage.cached + usage.written;
}

/** "4,210 in, of which 2,400 kept by the provider, 312 out". */
export function usageWords(usage: Usage): string {
  const kept = usage.cached > 0 ? `, ${count(usage.cached)} of them kept by the provider` : "";
  return `${count(tokensIn(usage))} tokens in${kept}, ${count(usage.output)} out`;
}

export const FAILURES: Record<FailureKind, string> = {
  airplane: "not sent: airplane mode",
  budget: "not sent: budget used up",
  question_budget: "not sent: this question's budget used up",
  privacy: "not sent: more than the level allows",
  resting: "not sent: too many failures just before",
  network: "no connection",
  timed_out: "no reply in time",
  key: "key not accepted",
  credit: "no credit left",
  unknown_model: "unknown model",
  region: "not served here",
  rate_limited: "too many requests",
  unavailable: "provider overloaded",
  bad_request: "request refused",
  bad_reply: "reply not usable",
  refused: "model declined",
  cancelled: "stopped",
};

/** Endings before anything was sent. */
export const UNSENT: ReadonlySet<FailureKind> = new Set([
  "airplane",
  "budget",
  "question_budget",
  "privacy",
  "resting",
]);
