// The settings of models as a person edits them: texts of fields against what is kept.
import { shortcut } from "../app/commands";
import type { Allowed, Effort, ModelRef, ModelSettings, Price, Provider, Tiers } from "../contract";
import { t } from "../text";
import { kindWords, stays, TIERS, type TierName } from "./words";
import "../text/en/models";

export interface TierDraft {
  /** Empty: not set. */
  provider: string;
  model: string;
}

export interface PriceDraft {
  model: string;
  input: string;
  cached: string;
  output: string;
  of: string;
}

export interface Draft {
  tiers: Record<TierName, TierDraft>;
  perQuestion: string;
  perDay: string;
  allowed: Allowed;
  effort: Effort;
  sentences: boolean;
  promptsInTraces: boolean;
  cacheHours: string;
  prices: PriceDraft[];
}

const money = (value: number | null) => (value === null ? "" : String(value));

export function draftOf(settings: ModelSettings): Draft {
  const tier = (ref: ModelRef | null): TierDraft => ref ?? { provider: "", model: "" };
  return {
    tiers: {
      fast: { ...tier(settings.tiers.fast) },
      powerful: { ...tier(settings.tiers.powerful) },
      reasoning: { ...tier(settings.tiers.reasoning) },
    },
    perQuestion: money(settings.budget.per_question),
    perDay: money(settings.budget.per_day),
    allowed: { ...settings.allowed },
    effort: settings.effort ?? "auto",
    sentences: settings.sentences ?? false,
    promptsInTraces: settings.prompts_in_traces ?? false,
    cacheHours: String(settings.cache_hours),
    prices: settings.prices.map((p) => ({
      model: p.model,
      input: String(p.input),
      cached: String(p.cached),
      output: String(p.output),
      of: p.of,
    })),
  };
}

/** "1,5" is as good as "1.5"; null where it is no amount. */
export function amount(text: string): number | null {
  const plain = text.trim().replace(/^\$/, "").replace(",", ".");
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : null;
}

function limit(text: string): number | null {
  return text.trim() === "" ? null : amount(text);
}

/** What hinders saving, in words; null: nothing. */
export function complaint(draft: Draft): string | null {
  for (const { tier, name } of TIERS) {
    const { provider, model } = draft.tiers[tier];
    if (provider !== "" && model.trim() === "") return t("models.wrong.tierModel", { tier: name });
  }
  for (const text of [draft.perQuestion, draft.perDay])
    if (text.trim() !== "" && amount(text) === null) return t("models.wrong.limit");
  if (!/^\d{1,5}$/.test(draft.cacheHours.trim())) return t("models.wrong.hours");
  for (const price of draft.prices) {
    const model = price.model.trim();
    if (model === "") return t("models.wrong.priceModel");
    if ([price.input, price.cached, price.output].some((text) => amount(text) === null))
      return t("models.wrong.prices", { model });
    if (!isDay(price.of)) return t("models.wrong.day", { model });
  }
  return null;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text.trim())) return false;
  const day = new Date(`${text.trim()}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.trim());
}

/** What is to be kept; the rest of the settings stays as it is. */
export function settingsOf(saved: ModelSettings, draft: Draft): ModelSettings {
  const ref = ({ provider, model }: TierDraft): ModelRef | null =>
    provider === "" ? null : { provider, model: model.trim() };
  const prices = draft.prices.map(
    (p): Price => ({
      model: p.model.trim(),
      input: amount(p.input) ?? 0,
      cached: amount(p.cached) ?? 0,
      output: amount(p.output) ?? 0,
      of: p.of.trim(),
    }),
  );
  return {
    ...saved,
    tiers: {
      fast: ref(draft.tiers.fast),
      powerful: ref(draft.tiers.powerful),
      reasoning: ref(draft.tiers.reasoning),
    },
    budget: { per_question: limit(draft.perQuestion), per_day: limit(draft.perDay) },
    allowed: draft.allowed,
    effort: draft.effort,
    sentences: draft.sentences,
    prompts_in_traces: draft.promptsInTraces,
    cache_hours: Number(draft.cacheHours.trim()),
    prices,
  };
}

export function same(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A provider that was just added serves the tiers if nothing does yet. */
export function withFirst(settings: ModelSettings, added: Provider, model: string): ModelSettings {
  const chosen = { ...settings, chosen: true };
  if (Object.values(settings.tiers).some((ref) => ref !== null)) return chosen;
  const own = kindWords(added.kind).models;
  const named = (tier: TierName) => {
    const name = own[tier] || model.trim();
    return name === "" ? null : { provider: added.id, model: name };
  };
  return {
    ...chosen,
    tiers: { fast: named("fast"), powerful: named("powerful"), reasoning: named("reasoning") },
  };
}

/** Without a provider, and without what it served. */
export function withoutProvider(settings: ModelSettings, id: string): ModelSettings {
  const keep = (ref: ModelRef | null) => (ref?.provider === id ? null : ref);
  return {
    ...settings,
    providers: settings.providers.filter((p) => p.id !== id),
    tiers: {
      fast: keep(settings.tiers.fast),
      powerful: keep(settings.tiers.powerful),
      reasoning: keep(settings.tiers.reasoning),
    },
  };
}

export type Way = "none" | "local" | "cloud" | "both";

/** Which of the ways to think is in use. */
export function wayOf(settings: ModelSettings): Way {
  const used = Object.values(settings.tiers).flatMap((ref) => {
    const provider = settings.providers.find((p) => p.id === ref?.provider);
    return provider ? [stays(provider)] : [];
  });
  if (used.length === 0) return "none";
  if (used.every((here) => here)) return "local";
  return used.some((here) => here) ? "both" : "cloud";
}

export const NO_TIERS: Tiers = { fast: null, powerful: null, reasoning: null };

/** Why nothing can be asked of a model now; null: something can. */
export function whyNoModel(settings: ModelSettings): string | null {
  const used = Object.values(settings.tiers).flatMap((ref) => {
    const provider = settings.providers.find((p) => p.id === ref?.provider);
    return provider ? [provider] : [];
  });
  if (used.length === 0) return t("models.why.noModel", { keys: shortcut("settings") });
  // A server of this computer is behind a socket, too.
  if (settings.airplane && used.every((p) => p.kind !== "gguf")) return t("models.why.airplane");
  return null;
}

/** A tier that was not touched follows what was saved; one whose provider is gone is empty. */
export function merged(draft: Draft, was: Draft, settings: ModelSettings): Draft["tiers"] {
  const next = draftOf(settings).tiers;
  const one = (tier: keyof Draft["tiers"]) => {
    const touched = JSON.stringify(draft.tiers[tier]) !== JSON.stringify(was.tiers[tier]);
    const there = settings.providers.some((p) => p.id === draft.tiers[tier].provider);
    return touched && there ? draft.tiers[tier] : next[tier];
  };
  return { fast: one("fast"), powerful: one("powerful"), reasoning: one("reasoning") };
}
