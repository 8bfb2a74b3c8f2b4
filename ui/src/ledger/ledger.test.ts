import { describe, expect, it } from "vitest";
import type { Ended, FailureKind, LedgerEntry } from "../contract";
import { headline, wentOut } from "./ledger";

const USAGE = { input: 1, cached: 0, written: 0, output: 1 };
const replied = (cached: boolean): Ended => ({
  kind: "replied",
  text: "x",
  cut: null,
  usage: USAGE,
  cost: null,
  ms: 1,
  cached,
});
const failed = (kind: FailureKind): Ended => ({
  kind: "failed",
  failure: { kind, message: "m", hint: null, detail: null, retry_after: null },
  ms: 1,
});
const entry = (ended: Ended, destination = "api.example.com:443", leaves = true): LedgerEntry => ({
  number: 1,
  at: 0,
  purpose: "link",
  provider: "p",
  model: "m",
  destination,
  leaves,
  connection: "c",
  run: null,
  privacy: "names",
  system: "",
  user: "",
  ended,
});

describe("what went out", () => {
  it("is what another machine may have got, and nothing else", () => {
    expect(wentOut(entry(replied(false)))).toBe(true);
    expect(wentOut(entry(replied(true)))).toBe(false);
    expect(wentOut(entry({ kind: "sent" }))).toBe(true);
    expect(wentOut(entry(failed("timed_out")))).toBe(true);
    expect(wentOut(entry(failed("airplane")))).toBe(false);
    expect(wentOut(entry(failed("budget")))).toBe(false);
    expect(wentOut(entry(replied(false), "this computer", false))).toBe(false);
  });
});

describe("the headline", () => {
  it("says that nothing left where nothing did", () => {
    expect(headline({ entries: [], of: 0, left: 0 }, false).says).toBe("Nothing has left this computer.");
    const local = entry(replied(false), "this computer", false);
    expect(headline({ entries: [local], of: 1, left: 0 }, false)).toEqual({
      says: "Nothing has left this computer.",
      more: "1 request in the ledger.",
      left: false,
    });
    expect(headline({ entries: [], of: 0, left: 0 }, true).says).toBe("Nothing in the ledger matches.");
  });

  it("counts requests and names hosts where all are known", () => {
    const entries = [
      entry(replied(false)),
      entry(replied(false), "b.example.org:8080"),
      entry(replied(true)),
    ];
    expect(headline({ entries, of: 3, left: 34_120 }, false)).toEqual({
      says: "2 requests, 34,120 characters went to api.example.com and b.example.org:8080.",
      more: "1 other stayed on this computer.",
      left: true,
    });
  });

  it("claims no more than it knows where only the newest were read", () => {
    const newest = [entry(replied(false)), entry(replied(true))];
    const said = headline({ entries: newest, of: 900, left: 34_120 }, false);
    expect(said.says).toBe("34,120 characters have left this computer.");
    expect(said.more).toBe("900 requests in the ledger; of the newest 2, 1 went to api.example.com.");
  });
});
