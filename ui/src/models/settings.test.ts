import { describe, expect, it } from "vitest";
import type { ModelSettings, Provider } from "../contract";
import {
  amount,
  complaint,
  draftOf,
  same,
  settingsOf,
  wayOf,
  whyNoModel,
  withFirst,
  withoutProvider,
} from "./settings";

const provider = (id: string, kind: Provider["kind"], address: string | null = null): Provider => ({
  id,
  kind,
  name: id,
  address,
  keep: "run",
  has_key: true,
  per_minute: 60,
  at_once: 10,
});

const SETTINGS: ModelSettings = {
  providers: [provider("cloud", "anthropic"), provider("here", "ollama")],
  tiers: { fast: { provider: "here", model: "small" }, powerful: null, reasoning: null },
  budget: { per_question: 0.5, per_day: null },
  allowed: { emails: false, phones: true, cards: false, identities: false },
  prices: [{ model: "small", input: 0.1, cached: 0.01, output: 2, of: "2026-11-21" }],
  airplane: true,
  effort: "careful",
  sentences: true,
  prompts_in_traces: true,
  cache_hours: 24,
  chosen: true,
};

describe("editing the settings", () => {
  it("what is not changed comes back as it was", () => {
    expect(settingsOf(SETTINGS, draftOf(SETTINGS))).toEqual(SETTINGS);
    expect(same(draftOf(SETTINGS), draftOf(SETTINGS))).toBe(true);
  });

  it("keeps how hard models try, and takes settings from before there was a choice for automatic", () => {
    expect(settingsOf(SETTINGS, { ...draftOf(SETTINGS), effort: "thorough" }).effort).toBe("thorough");
    const { effort: _, sentences: __, prompts_in_traces: ___, ...older } = SETTINGS;
    expect(draftOf(older).effort).toBe("auto");
    expect(draftOf(older).sentences).toBe(false);
    expect(draftOf(older).promptsInTraces).toBe(false);
  });

  it("an empty limit is none, and never nothing at all", () => {
    const draft = { ...draftOf(SETTINGS), perQuestion: " ", perDay: "0" };
    expect(settingsOf(SETTINGS, draft).budget).toEqual({ per_question: null, per_day: 0 });
  });

  it.each([
    ["0.5", 0.5],
    ["0,5", 0.5],
    ["$2", 2],
    [".25", 0.25],
    ["1.", 1],
    ["", null],
    ["-1", null],
    ["1e9", null],
    ["much", null],
    [".", null],
  ])("the amount %j is %s", (text, value) => {
    expect(amount(text)).toBe(value);
  });

  it("says what hinders", () => {
    const draft = draftOf(SETTINGS);
    expect(complaint(draft)).toBe(null);
    expect(complaint({ ...draft, perDay: "lots" })).toContain("in dollars");
    expect(complaint({ ...draft, cacheHours: "" })).toContain("hours");
    expect(
      complaint({ ...draft, tiers: { ...draft.tiers, powerful: { provider: "cloud", model: " " } } }),
    ).toContain("Powerful");
    const [price] = draft.prices;
    if (!price) throw new Error("no price");
    expect(complaint({ ...draft, prices: [{ ...price, of: "2026-02-30" }] })).toContain("small");
    expect(complaint({ ...draft, prices: [{ ...price, output: "" }] })).toContain("small");
    expect(complaint({ ...draft, prices: [{ ...price, model: "" }] })).toContain("Name the model");
  });
});

describe("providers and tiers", () => {
  it("the first provider serves all tiers with its own models; a later one changes nothing", () => {
    const none = { ...SETTINGS, tiers: { fast: null, powerful: null, reasoning: null }, chosen: false };
    const first = withFirst(none, provider("cloud", "anthropic"), "whatever");
    expect(first.tiers.fast).toEqual({ provider: "cloud", model: "claude-haiku-4-5-20251001" });
    expect(first.chosen).toBe(true);
    expect(withFirst(none, provider("here", "ollama"), "small").tiers.reasoning?.model).toBe("small");
    expect(withFirst(none, provider("here", "ollama"), " ").tiers.fast).toBe(null);
    expect(withFirst(SETTINGS, provider("cloud", "anthropic"), "").tiers).toEqual(SETTINGS.tiers);
  });

  it("a provider that goes takes what it served along", () => {
    const left = withoutProvider(SETTINGS, "here");
    expect(left.providers.map((p) => p.id)).toEqual(["cloud"]);
    expect(left.tiers.fast).toBe(null);
  });

  it("knows which way is in use", () => {
    expect(wayOf(SETTINGS)).toBe("local");
    const cloud = { provider: "cloud", model: "x" };
    expect(wayOf({ ...SETTINGS, tiers: { ...SETTINGS.tiers, powerful: cloud } })).toBe("both");
    expect(wayOf({ ...SETTINGS, tiers: { fast: cloud, powerful: null, reasoning: null } })).toBe("cloud");
    expect(wayOf({ ...SETTINGS, providers: [] })).toBe("none");
  });

  it("airplane mode stops every model but a file's", () => {
    expect(whyNoModel(SETTINGS)).toContain("Airplane mode");
    expect(whyNoModel({ ...SETTINGS, airplane: false })).toBe(null);
    expect(whyNoModel({ ...SETTINGS, providers: [provider("here", "gguf", "/m.gguf")] })).toBe(null);
    expect(whyNoModel({ ...SETTINGS, providers: [] })).toContain("No model");
  });
});
