// Providers and settings without a network. What `mock.models` in the browser's storage holds says how far a person
// got: nothing: the first start; "none": chose no model; "cloud", "local" or "mixed": a provider of that kind is set up.
// Trouble on call: key "wrong"; addresses with "nowhere"; names with "poor", "far", "busy" or "mute"; model "unknown";
// a provider called "unsaved" cannot be saved, one called "listless" does not list its models; passphrase "wrong".
import type {
  Between,
  EffortEstimate,
  Failure,
  FailureKind,
  FoundModel,
  ModelInfo,
  ModelSettings,
  Price,
  Probe,
  ProbeKind,
  Provider,
  ProviderRequest,
  Spend,
} from "../../contract";
import { problem } from "./saved";

function failure(
  kind: FailureKind,
  message: string,
  hint: string | null,
  detail: string | null = null,
): Failure {
  return { kind, message, hint, detail, retry_after: null };
}

export const UNSET: ModelSettings = {
  providers: [],
  tiers: { fast: null, powerful: null, reasoning: null },
  budget: { per_question: null, per_day: null },
  allowed: { emails: false, phones: false, cards: false, identities: false },
  prices: [],
  airplane: false,
  effort: "auto",
  sentences: false,
  prompts_in_traces: false,
  cache_hours: 24,
  chosen: false,
};

const provider = (change: Partial<Provider> & Pick<Provider, "id" | "kind" | "name">): Provider => ({
  address: null,
  keep: "run",
  has_key: false,
  per_minute: 60,
  at_once: 10,
  ...change,
});

const ANTHROPIC = provider({
  id: "anthropic",
  kind: "anthropic",
  name: "Anthropic",
  keep: "keychain",
  has_key: true,
});
const OLLAMA = provider({ id: "ollama", kind: "ollama", name: "Ollama", address: "http://localhost:11434" });
const SEALED = provider({ id: "gateway", kind: "open_ai_compatible", name: "Company gateway" });

const cloud = (model: string) => ({ provider: "anthropic", model });
const local = (model: string) => ({ provider: "ollama", model });

export function begun(): ModelSettings {
  const chosen = { ...UNSET, chosen: true };
  switch (localStorage.getItem("mock.models")) {
    case "none":
      return chosen;
    case "cloud":
      return {
        ...chosen,
        providers: [ANTHROPIC],
        tiers: {
          fast: cloud("claude-haiku-4-5-20251001"),
          powerful: cloud("claude-sonnet-4-6"),
          reasoning: cloud("claude-sonnet-4-6"),
        },
        budget: { per_question: 0.1, per_day: 2 },
      };
    case "local":
      return {
        ...chosen,
        providers: [OLLAMA],
        tiers: { fast: local("qwen3:8b"), powerful: local("qwen3:8b"), reasoning: null },
      };
    case "mixed":
      return {
        ...chosen,
        providers: [
          ANTHROPIC,
          OLLAMA,
          { ...SEALED, address: "https://models.example.org/v1", keep: "passphrase" },
        ],
        tiers: { fast: local("qwen3:8b"), powerful: cloud("claude-sonnet-4-6"), reasoning: null },
        prices: [{ model: "qwen3:8b", input: 0, cached: 0, output: 0, of: "2026-11-01" }],
      };
    default:
      return UNSET;
  }
}

/** Where it is, in the words of a ledger, and whether that is elsewhere. */
export function destinationOf(one: Provider | undefined): { destination: string; leaves: boolean } {
  if (!one || one.kind === "gguf") return { destination: "this computer", leaves: false };
  const OWN: Partial<Record<Provider["kind"], string>> = {
    anthropic: "api.anthropic.com:443",
    gemini: "generativelanguage.googleapis.com:443",
    open_ai: "api.openai.com:443",
    ollama: "localhost:11434",
  };
  const host = one.address?.replace(/^\w+:\/\//, "").replace(/\/.*$/, "") ?? OWN[one.kind] ?? "";
  const here = /^(localhost|127\.|\[::1\])/.test(host);
  return here ? { destination: "this computer", leaves: false } : { destination: host, leaves: true };
}

const price = (model: string, input: number, output: number): Price => ({
  model,
  input,
  cached: input / 10,
  output,
  of: "2026-11-01",
});

const info = (
  name: string,
  label: string | null,
  context: number | null,
  cost: [number, number] | null,
): ModelInfo => ({
  name,
  label,
  context,
  price: cost && price(name, cost[0], cost[1]),
});

const OFFERED: Record<Provider["kind"], ModelInfo[]> = {
  anthropic: [
    info("claude-haiku-4-5-20251001", "Claude Haiku 4.5", 200_000, [1, 5]),
    info("claude-sonnet-4-6", "Claude Sonnet 4.6", 200_000, [3, 15]),
    info("claude-opus-4-6", "Claude Opus 4.6", 200_000, null),
  ],
  gemini: [
    info("gemini-2.5-flash", "Gemini 2.5 Flash", 1_048_576, [0.3, 2.5]),
    info("gemini-2.5-pro", "Gemini 2.5 Pro", 1_048_576, [1.25, 10]),
  ],
  open_ai: [info("gpt-5-mini", null, null, [0.25, 2]), info("gpt-5", null, null, [1.25, 10])],
  open_ai_compatible: [info("mistral-small-24b", null, 32_768, null)],
  ollama: [info("qwen3:8b", null, 40_960, null), info("llama3.2:3b", null, 131_072, null)],
  gguf: [info("small-instruct-q4", null, 8_192, null)],
};

export const FOUND: FoundModel[] = [
  { kind: "ollama", name: "Ollama", address: "http://localhost:11434", bytes: null },
  {
    kind: "gguf",
    name: "small-instruct-q4",
    address: "/models/small-instruct-q4.gguf",
    bytes: 2_019_377_440,
  },
  {
    kind: "gguf",
    name: "tiny-instruct-q8",
    address: "/models/tiny-instruct-q8.gguf",
    bytes: 386_404_992,
  },
];

function trouble(request: ProviderRequest, model: string, step: ProbeKind): Failure | null {
  const { name, address } = request.provider;
  switch (step) {
    case "reach":
      return /nowhere/.test(address ?? "")
        ? failure(
            "network",
            `There is nothing at ${address}.`,
            "Check the address; in a company's network the VPN may have to be on.",
            "error sending request: dns error: failed to lookup address information",
          )
        : null;
    case "key":
      if (request.key === "wrong")
        return failure(
          "key",
          `${name} does not accept this key.`,
          "Copy the key again from the provider's site; a key that was revoked cannot be used any more.",
          '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
        );
      return /far/.test(name)
        ? failure(
            "region",
            `${name} does not serve this country.`,
            "Use another provider, or a model on this computer.",
          )
        : null;
    case "model":
      return model === "unknown"
        ? failure(
            "unknown_model",
            `${name} has no model called unknown.`,
            "Choose one from the list, or check its spelling.",
            '{"type":"not_found_error","message":"model: unknown"}',
          )
        : null;
    case "text":
      if (/poor/.test(name))
        return failure(
          "credit",
          `The account at ${name} has no credit left.`,
          "Add credit on the provider's site.",
        );
      return /busy/.test(name)
        ? failure("rate_limited", `${name} gets too many requests.`, "Wait a minute and test again.")
        : null;
    case "form":
      return /mute/.test(name)
        ? failure(
            "bad_reply",
            "The reply is not of the form that was asked for.",
            "Choose a larger model; very small ones cannot fill in a form.",
            '{"answer": "forty-two", ',
          )
        : null;
  }
}

/** The steps of a test in their order; the last may be the one that fails. */
export function probes(request: ProviderRequest, model: string, airplane: boolean): Probe[] {
  const { kind } = request.provider;
  const steps: ProbeKind[] = ["reach", "key", "model", "text", "form"];
  const FOUND_AT: Record<ProbeKind, string> = {
    reach: kind === "gguf" ? "2 GB, 3 billion parameters" : destinationOf(request.provider).destination,
    key: request.key || request.provider.has_key ? "It is accepted." : "None is needed.",
    model: kind === "gguf" ? "The file is the model." : model,
    text: "“Hello.” in 0.6 s, 41 tokens a second",
    form: "It came as asked for.",
  };
  const out: Probe[] = [];
  for (const step of steps) {
    const wrong =
      airplane && kind !== "gguf"
        ? failure(
            "airplane",
            "Airplane mode is on, so nothing was sent.",
            "Turn it off to test this provider.",
          )
        : trouble(request, model, step);
    out.push({ kind: step, found: wrong ? null : FOUND_AT[step], failure: wrong });
    if (wrong) break;
  }
  return out;
}

export function offered(request: ProviderRequest): ModelInfo[] {
  const wrong = trouble(request, "", "reach") ?? trouble(request, "", "key");
  if (wrong) throw problem("lost", wrong.message, wrong.hint, wrong.detail);
  if (/listless/.test(request.provider.name))
    throw problem("lost", "The server does not list its models.", "Type the model's name.");
  return OFFERED[request.provider.kind];
}

export function withProvider(settings: ModelSettings, request: ProviderRequest): ModelSettings {
  if (/unsaved/.test(request.provider.name))
    throw problem(
      "denied",
      "The keychain did not take the key.",
      "Unlock it, or keep the key until Askwell is closed.",
    );
  const before = settings.providers.find((p) => p.id === request.provider.id);
  const has_key = request.key === null ? (before?.has_key ?? false) : request.key !== "";
  const made = { ...request.provider, has_key };
  return {
    ...settings,
    providers: before
      ? settings.providers.map((p) => (p.id === made.id ? made : p))
      : [...settings.providers, made],
  };
}

/** As measured: models on this computer are slow and cost nothing; one provider alone has prices. */
export function effortsOf(settings: ModelSettings): EffortEstimate[] {
  if (settings.providers.length === 0) return [];
  const away = settings.providers.some((p) => destinationOf(p).leaves);
  const priced = settings.providers.length === 1;
  const one = (effort: EffortEstimate["effort"], queries: Between, seconds: Between, dollars: Between) => ({
    effort,
    queries,
    seconds: away ? seconds : { from: seconds.from * 6, to: seconds.to * 6 },
    dollars: away ? (priced ? dollars : null) : { from: 0, to: 0 },
  });
  return [
    one("auto", { from: 1, to: 10 }, { from: 2.6, to: 24 }, { from: 0.011, to: 0.42 }),
    one("quick", { from: 2, to: 2 }, { from: 5.2, to: 7.1 }, { from: 0.021, to: 0.026 }),
    one("careful", { from: 2, to: 6 }, { from: 5.2, to: 11.4 }, { from: 0.021, to: 0.084 }),
    {
      ...one("thorough", { from: 11, to: 11 }, { from: 0, to: 0 }, { from: 0, to: 0 }),
      seconds: null,
      dollars: null,
    },
  ];
}

export function spent(settings: ModelSettings): Spend {
  const away = settings.providers.some((p) => destinationOf(p).leaves);
  if (!away) return { today: 0, month: 0, unpriced: 0 };
  return settings.providers.length > 1
    ? { today: 0.4213, month: 6.1, unpriced: 3 }
    : { today: 0.4213, month: 6.1, unpriced: 0 };
}
