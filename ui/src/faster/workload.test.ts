import { describe, expect, it } from "vitest";
import type { Entry, WorkloadState } from "../contract";
import { t } from "../text";
import { fasterOf, ofState, stateOf } from "./workload";

const entry = (query_id: string, status: Entry["status"]): Entry => ({
  query_id,
  status,
  speedup: 1,
  sql: "",
  baseline_sql: "",
  explanation: "",
});

const state = (number: number, finished: boolean, ...queries: string[]): WorkloadState => ({
  number,
  finished,
  entries: queries.map((query) => entry(query, "WIN")),
  waiting: [],
});

describe("a workload in words", () => {
  it("counts what became faster", () => {
    expect(fasterOf([entry("a", "WIN"), entry("b", "IMPROVED"), entry("c", "ERROR")])).toBe(2);
    expect(fasterOf([entry("a", "NEUTRAL"), entry("b", "REGRESSION")])).toBe(0);
    const said = (count: number) => t("faster.workload.sum", { count, queries: "5 queries", database: "d" });
    expect([0, 1, 2].map((n) => said(n).replace(/ on <.*/, ""))).toEqual([
      "None of 5 queries became faster",
      "1 of 5 queries is faster",
      "2 of 5 queries are faster",
    ]);
  });

  it("opens a query where it last became faster, and names a state that is not finished", () => {
    const states = [state(0, true, "a", "b"), state(1, false, "a")];
    expect(stateOf(states, "a")).toBe(1);
    expect(stateOf(states, "b")).toBe(0);
    const later = { ...state(2, true), entries: [entry("a", "NEUTRAL"), entry("c", "NEUTRAL")] };
    expect(stateOf([...states, later], "a")).toBe(1);
    expect(stateOf([...states, later], "c")).toBe(2);
    expect(states.map(ofState)).toEqual(["State 0", "State 1, unfinished"]);
  });
});
