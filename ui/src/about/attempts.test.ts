import { describe, expect, it } from "vitest";
import type { Attempt } from "../contract";
import { attemptsOf, type Check, fold, sift, tally } from "./attempts";

const attempt = (name: string, held: Attempt["held"]): Attempt => ({
  name,
  sql: `DROP ${name}`,
  held,
  says: "no",
});
const three = [attempt("a", "statement"), attempt("b", "limits"), attempt("c", null)];
const running: Check = { is: "running", attempts: [] };

describe("the self-test", () => {
  it("counts by lock, and what got through", () => {
    expect(tally(three)).toEqual({ statement: 1, connection: 0, limits: 1, walls: 0, through: 1 });
  });
  it("keeps what was tried when it is stopped or breaks off", () => {
    const half = fold(running, { do: "attempts", attempts: three });
    expect(fold(half, { do: "stopped" })).toEqual({ is: "stopped", attempts: three });
    const problem = { code: "lost", message: "m", hint: null, detail: null } as const;
    expect(fold(half, { do: "failed", problem })).toEqual({ is: "failed", attempts: three, problem });
    expect(fold(half, { do: "failed", problem: { ...problem, code: "cancelled" } }).is).toBe("stopped");
  });
  it("hears nothing more after its end", () => {
    const stopped = fold(running, { do: "stopped" });
    expect(fold(stopped, { do: "attempts", attempts: three })).toBe(stopped);
    const check = { engine: "e", attempts: three, through: 1, missing: null, unchanged: true, ms: 1 };
    expect(fold(stopped, { do: "done", check })).toBe(stopped);
    expect(attemptsOf(fold(running, { do: "done", check }))).toBe(three);
  });
  it("is filtered by lock and by words of the name, the SQL and the answer", () => {
    expect(sift(three, "limits", "").map((a) => a.name)).toEqual(["b"]);
    expect(sift(three, "through", "").map((a) => a.name)).toEqual(["c"]);
    expect(sift(three, "all", " drop A ").map((a) => a.name)).toEqual(["a"]);
    expect(sift(three, "all", "NO")).toHaveLength(3);
  });
});
