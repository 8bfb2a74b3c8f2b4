import { describe, expect, it } from "vitest";
import type { Problem, Step, StepKind } from "../contract";
import { BLANK } from "./form";
import { expected, rows } from "./steps";

const passed = (step: StepKind): Step => ({ step, result: { kind: "passed", found: "x" }, ms: 1 });
const problem: Problem = { code: "denied", message: "m", hint: null, detail: null };
const failed = (step: StepKind): Step => ({ step, result: { kind: "failed", problem }, ms: 1 });
const plan = expected({ ...BLANK, kind: "postgres" });
const states = (taken: Step[], running: boolean) =>
  rows(plan, taken, running).map((r) => `${r.step} ${r.state}`);

describe("the steps of a test", () => {
  it("begin with the first at work", () => {
    expect(states([], true).slice(0, 2)).toEqual(["name now", "port waiting"]);
  });
  it("go on with the one after the last that passed", () => {
    expect(states([passed("name"), passed("port")], true).slice(0, 4)).toEqual([
      "name passed",
      "port passed",
      "tls now",
      "login waiting",
    ]);
  });
  it("end at the one that failed", () => {
    expect(states([passed("name"), failed("port")], true)).toEqual([
      "name passed",
      "port failed",
      "tls not taken",
      "login not taken",
      "database not taken",
      "read not taken",
    ]);
  });
  it("leave out what this way has not", () => {
    expect(states([passed("port")], true)).not.toContain("name waiting");
    expect(states([passed("name"), passed("port"), passed("login")], true)).not.toContain("tls waiting");
  });
  it("show a step that nobody expected", () => {
    expect(states([passed("file")], false)).toContain("file passed");
  });
  it("wait for nothing once it was stopped", () => {
    expect(states([passed("name")], false)[1]).toBe("port not taken");
  });
  it("pass by an SSH server first where there is one", () => {
    expect(expected({ ...BLANK, kind: "postgres", tunnel: true })[0]).toBe("tunnel");
    expect(expected(BLANK)).toEqual(["file", "database", "read"]);
  });
});
