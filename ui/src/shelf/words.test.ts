import { describe, expect, it } from "vitest";
import type { ShelfModel } from "../contract";
import { leftWords, machineWords, needsWords, openers, progressOf, sourceWords, speedWords } from "./words";

const MODEL: ShelfModel = {
  name: "small-7b",
  title: "Small 7B",
  maker: "Maker",
  says: "It writes SQL.",
  parameters: 7.61,
  quantisation: "Q4_K_M",
  repository: "maker/small",
  page: "https://hub.example/maker/small",
  licence: "Apache 2.0",
  leaves_out: null,
  about: 4_680_000_000,
  needs: 5_680_000_000,
  fits: "well",
  speed: null,
  held: { kind: "nothing" },
};

describe("a model's words", () => {
  it("name what it needs, and no figure that nobody measured", () => {
    expect(needsWords(MODEL)).toEqual(["4.7 GB to download", "about 5.7 GB of memory"]);
    expect(needsWords({ ...MODEL, about: null, speed: 6.613 })).toEqual([
      "Size known once you press",
      "about 5.7 GB of memory",
      "at most 6.6 tokens a second here",
    ]);
    expect([0.004, 0.96, 1, 12.4].map(speedWords)).toEqual([
      "at most 0.1 tokens a second here",
      "at most 1 token a second here",
      "at most 1 token a second here",
      "at most 12 tokens a second here",
    ]);
  });

  it("say that a licence is for everyone only where it is", () => {
    const free = [
      "Maker",
      "7.6 billion parameters, Q4_K_M",
      "Apache 2.0, free for everyone",
      "hub.example/maker/small",
    ];
    expect(sourceWords(MODEL)).toEqual(free);
    const own = { ...MODEL, licence: "Research", leaves_out: "For research only." };
    expect(sourceWords(own)).toEqual(free.filter((words) => !words.includes("everyone")));
  });

  it("say of the computer what is known of it", () => {
    expect(machineWords({ memory: null, reads: null })).toContain("does not say how much memory");
    const unmeasured = machineWords({ memory: 16_700_000_000, reads: null });
    expect(unmeasured).toContain("has 16 GB of memory");
    expect(unmeasured).toContain("is not known until it is measured");
    expect(machineWords({ memory: 16e9, reads: 31e9 })).toContain(
      "It reads 31 GB of it a second, as measured",
    );
  });
});

describe("a download's words", () => {
  it("say how far it is, and how long it may take where that can be told", () => {
    expect(progressOf(null)).toEqual({ says: "Beginning…", part: null });
    expect(progressOf({ kind: "fetching", done: 1.2e9, of: 4.68e9, bytes_a_second: 11e6 })).toEqual({
      says: "1.2 GB of 4.7 GB · 11 MB a second · about 5 min left",
      part: { done: 1.2e9, of: 4.68e9 },
    });
    expect(progressOf({ kind: "fetching", done: 0, of: 4.68e9, bytes_a_second: 0 }).says).toBe(
      "0 bytes of 4.7 GB",
    );
    expect(progressOf({ kind: "waiting", done: 1e9, of: 2e9, why: "The connection broke." }).says).toBe(
      "The connection broke. It goes on in a moment, from 1 GB of 2 GB.",
    );
    expect([leftWords(0, 100, 10), leftWords(0, 3.6e6, 100), leftWords(0, 1, 0)]).toEqual([
      "less than a minute left",
      "about 10 h left",
      "",
    ]);
  });

  it("name what opens the file, those that answer first, with paths that a shell takes as they are", () => {
    const found = [
      { kind: "open_ai_compatible" as const, name: "x", address: "http://127.0.0.1:8080/v1", bytes: null },
    ];
    const all = openers('/home/a b/$x".gguf', "small-7b", found);
    expect(all.map((o) => [o.name, o.here])).toEqual([
      ["llama.cpp", true],
      ["Ollama", false],
      ["LM Studio", false],
    ]);
    expect(all[0]?.command).toBe('llama-server -m "/home/a b/\\$x\\".gguf"');
  });
});
