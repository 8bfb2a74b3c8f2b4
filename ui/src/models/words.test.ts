import { describe, expect, it } from "vitest";
import type { Between, Provider, Tiers } from "../contract";
import {
  costWords,
  kindWords,
  LEVELS,
  purposeWords,
  serves,
  stays,
  takesWords,
  usageWords,
  usd,
} from "./words";

describe("where a provider is", () => {
  const at = (kind: Provider["kind"], address: string | null) => stays({ kind, address });

  it("a file and a server of this computer stay here", () => {
    expect(at("gguf", "/models/x.gguf")).toBe(true);
    expect(at("ollama", null)).toBe(true);
    expect(at("ollama", "http://localhost:11434")).toBe(true);
    expect(at("open_ai_compatible", "http://127.0.0.1:1234/v1")).toBe(true);
    expect(at("open_ai_compatible", "http://[::1]:8080/v1")).toBe(true);
  });

  it("everything else is elsewhere, names made to look like home too", () => {
    expect(at("anthropic", null)).toBe(false);
    expect(at("open_ai_compatible", "")).toBe(false);
    expect(at("ollama", "http://192.168.1.7:11434")).toBe(false);
    expect(at("open_ai_compatible", "http://localhost.example.org/v1")).toBe(false);
    expect(at("open_ai_compatible", "http://127.0.0.1.example.org/v1")).toBe(false);
    expect(at("open_ai_compatible", "https://localhost@models.example.org/v1")).toBe(false);
    expect(at("open_ai_compatible", "https://models.example.org/?at=localhost")).toBe(false);
  });
});

describe("tiers", () => {
  const ref = (model: string) => ({ provider: "p", model });
  it("an empty one is served by its neighbour", () => {
    const tiers: Tiers = { fast: ref("small"), powerful: null, reasoning: ref("deep") };
    expect(serves(tiers, "powerful")).toEqual({ ...ref("deep"), as: "reasoning" });
    expect(serves({ ...tiers, reasoning: null }, "reasoning")?.model).toBe("small");
    expect(serves({ fast: null, powerful: null, reasoning: null }, "fast")).toBe(null);
  });
  it("the seed's models are what one begins with", () => {
    expect(kindWords("anthropic").models).toEqual({
      fast: "claude-haiku-4-5-20251001",
      powerful: "claude-sonnet-4-6",
      reasoning: "claude-sonnet-4-6",
    });
    expect(kindWords("gemini").models.powerful).toBe("gemini-2.5-pro");
    expect(kindWords("gguf").models.fast).toBe("");
  });
});

describe("money and tokens", () => {
  it.each([
    [0, "$0.00"],
    [0.00001, "under $0.0001"],
    [0.0004, "$0.0004"],
    [0.01234, "$0.012"],
    [0.4213, "$0.42"],
    [0.5, "$0.50"],
    [12.3, "$12.30"],
    [1234.5, "$1,234.50"],
  ])("%d is %s", (value, words) => {
    expect(usd(value)).toBe(words);
  });
  it("an unknown price is not nothing, and nothing is not unknown", () => {
    expect(costWords(null)).toBe("price unknown");
    expect(costWords(0)).toBe("no cost");
  });
  it("what a question takes is said as far as it is known", () => {
    const takes = (seconds: Between | null, dollars: Between | null) =>
      takesWords({ effort: "careful", queries: { from: 2, to: 6 }, seconds, dollars });
    expect(takes({ from: 5, to: 7.25 }, { from: 0.06, to: 0.22 })).toBe(
      "About 5.0–7.3 s and $0.06–$0.22 a question.",
    );
    expect(takes({ from: 12, to: 12.2 }, { from: 0, to: 0 })).toBe("About 12 s a question, at no cost.");
    expect(takes({ from: 5, to: 5 }, null)).toBe("About 5.0 s a question, price unknown.");
    const unknown = "How long it takes and what it costs is shown once it has been tried.";
    expect(takes(null, null)).toBe(unknown);
    expect(takesWords(undefined)).toBe(unknown);
  });
  it("cached tokens are among those read", () => {
    expect(usageWords({ input: 1810, cached: 2400, written: 0, output: 312 })).toBe(
      "4,210 tokens in, 2,400 of them kept by the provider, 312 out",
    );
  });
});

describe("words", () => {
  it("purposes that nobody has named are readable", () => {
    expect(purposeWords("generate_step_back")).toBe("Write a query");
    expect(purposeWords("some_new-thing")).toBe("Some new thing");
  });
  it("the levels are in the order of what they show", () => {
    expect(LEVELS.map((l) => l.level)).toEqual(["nothing", "names", "profile", "values", "rows"]);
  });
});
