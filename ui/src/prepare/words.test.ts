import { describe, expect, it } from "vitest";
import type { Progress } from "../contract";
import { phaseWords, progressParts, timeLeft } from "./words";

const at = (change: Partial<Progress> = {}): Progress => ({
  phase: "read",
  table: "orders",
  done: 7,
  of: 15,
  rows_per_second: 183_720,
  seconds_left: 118,
  paused: false,
  ...change,
});

describe("progress in words", () => {
  it("tables, speed and time left", () => {
    expect(progressParts(at())).toEqual(["7 of 15 tables", "180,000 rows a second", "about 2 minutes left"]);
    expect(phaseWords(at())).toBe("Reading the tables");
  });

  it("promises no time that is not known, and no speed while it rests", () => {
    expect(progressParts(at({ seconds_left: null }))).toEqual(["7 of 15 tables", "180,000 rows a second"]);
    expect(progressParts(at({ paused: true }))).toEqual(["7 of 15 tables"]);
    expect(phaseWords(at({ paused: true }))).toBe("Paused");
  });

  it("says what is left once all tables are read", () => {
    const after = { done: 15, rows_per_second: 0, seconds_left: null };
    expect(phaseWords(at({ ...after, phase: "describe" }))).toBe("Describing the tables");
    expect(phaseWords(at({ ...after, phase: "index" }))).toBe("Building the search index");
    expect(progressParts(at({ ...after, phase: "index" }))).toEqual([
      "all 15 tables read",
      "a few seconds left",
    ]);
  });

  it.each([
    [0, "a few seconds left"],
    [9.9, "a few seconds left"],
    [41, "about 50 seconds left"],
    [55, "about 1 minute left"],
    [61, "about 1 minute left"],
    [150, "about 3 minutes left"],
    [3_570, "about 1 hour left"],
    [9_000, "about 3 hours left"],
  ])("%d seconds: %s", (seconds, words) => {
    expect(timeLeft(seconds)).toBe(words);
  });
});
