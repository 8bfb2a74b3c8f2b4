import { describe, expect, it } from "vitest";
import type { Failure, Probe, ProbeKind } from "../contract";
import {
  asKind,
  blank,
  complaint,
  fingerprint,
  fromFound,
  fromProvider,
  idFor,
  rows,
  STEPS,
  testComplaint,
  toRequest,
} from "./provider";

const filled = { ...blank("anthropic", "keychain"), key: " sk-1 " };

describe("a provider's form", () => {
  it("says what is missing, kind by kind", () => {
    expect(complaint(blank("anthropic", "run"))).toBe("Paste the key first.");
    expect(complaint(filled)).toBe(null);
    expect(complaint(blank("gguf", "run"))).toContain("file");
    expect(complaint(blank("open_ai_compatible", "run"))).toContain("address");
    expect(complaint({ ...blank("open_ai_compatible", "run"), address: "models.example.org" })).toContain(
      "http",
    );
    expect(complaint(blank("ollama", "run"))).toBe(null);
    expect(testComplaint(blank("ollama", "run"))).toContain("model");
    expect(complaint({ ...filled, keep: "passphrase" })).toContain("passphrase");
    expect(complaint({ ...filled, keep: "passphrase", passphrase: "a", again: "b" })).toContain("differ");
    expect(complaint({ ...filled, perMinute: "0" })).toContain("minute");
    expect(complaint({ ...filled, atOnce: "2.5" })).toContain("at once");
  });

  it("a key that is known stays unless another is typed or it is removed", () => {
    const known = fromProvider({ ...toRequest(filled, []).provider, has_key: true }, "");
    expect(complaint(known)).toBe(null);
    expect(toRequest(known, []).key).toBe(null);
    expect(toRequest({ ...known, key: "new" }, []).key).toBe("new");
    expect(toRequest({ ...known, dropKey: true }, []).key).toBe("");
    expect(complaint({ ...known, dropKey: true })).toBe("Paste the key first.");
  });

  it("where nothing is secret, nothing is kept", () => {
    const request = toRequest(
      { ...blank("gguf", "keychain"), address: "/models/a.gguf", key: "left over" },
      [],
    );
    expect(request.provider.keep).toBe("run");
    expect(request.key).toBe(null);
    expect(request.provider.name).toBe("a");
    const sealed = toRequest({ ...filled, keep: "passphrase", passphrase: "p", again: "p" }, []);
    expect(sealed.passphrase).toBe("p");
    expect(toRequest({ ...filled, passphrase: "p" }, []).passphrase).toBe(null);
  });

  it("ids are plain and unique, and stay when the name changes", () => {
    expect(idFor("Müller & Co", [])).toBe("muller-co");
    expect(idFor("日本", [])).toBe("provider");
    expect(idFor("Anthropic", ["anthropic", "anthropic-2"])).toBe("anthropic-3");
    expect(toRequest({ ...filled, id: "anthropic", name: "Work" }, ["anthropic"]).provider.id).toBe(
      "anthropic",
    );
  });

  it("another kind brings its own model and no file's path as an address", () => {
    const file = fromFound({ kind: "gguf", name: "tiny", address: "/models/tiny-q4.gguf", bytes: 1 }, "run");
    expect(file.model).toBe("tiny-q4");
    const other = asKind(file, "gemini");
    expect(other.address).toBe("");
    expect(other.model).toBe("gemini-2.5-flash");
    expect(fingerprint(other)).not.toBe(fingerprint(file));
  });
});

describe("the steps of its test", () => {
  const failure: Failure = { kind: "key", message: "m", hint: null, detail: null, retry_after: null };
  const ok = (kind: ProbeKind): Probe => ({ kind, found: "x", failure: null });
  const states = (taken: Probe[], running: boolean, plan = STEPS) =>
    rows(plan, taken, running).map((r) => `${r.step} ${r.state}`);

  it("go one by one, and end at the one that failed", () => {
    expect(states([], true)).toEqual([
      "reach now",
      "key waiting",
      "model waiting",
      "text waiting",
      "form waiting",
    ]);
    expect(states([ok("reach"), { ...ok("key"), failure }], true)).toEqual([
      "reach passed",
      "key failed",
      "model not taken",
      "text not taken",
      "form not taken",
    ]);
  });
  it("one that was not expected stands in its place", () => {
    expect(states([ok("reach"), ok("key")], true, ["reach", "model", "text", "form"])).toEqual([
      "reach passed",
      "key passed",
      "model now",
      "text waiting",
      "form waiting",
    ]);
  });
  it("one that was passed over is left out", () => {
    expect(states([ok("reach"), ok("model")], false)).toEqual([
      "reach passed",
      "model passed",
      "text not taken",
      "form not taken",
    ]);
  });
});
