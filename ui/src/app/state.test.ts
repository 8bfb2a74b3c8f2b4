import { describe, expect, it } from "vitest";
import { harbor } from "../backend/mock/catalogs";
import type { Connection, Opened, Problem } from "../contract";
import { ready } from "./load";
import { initial, type State, step } from "./state";

const connection = (id: string): Connection => ({
  id,
  name: id,
  url: `sqlite:${id}`,
  dialect: "sqlite",
  sample: false,
  about: "",
  opened: null,
  target: { place: { kind: "sqlite", path: id }, tunnel: null },
  colour: null,
  keep: "run",
});
const opened = (id: string): Opened => ({
  connection: connection(id),
  catalog: harbor,
  powers: { can_write: false, says: "", server: null },
});
const problem: Problem = { code: "locked", message: "m", hint: null, detail: null };

function open(id: string, at: number, from: State = initial): State {
  return step(step(from, { do: "opening", id, at }), { do: "opened", at, value: opened(id) });
}

describe("opening databases", () => {
  it("a late reply to an earlier one is dropped", () => {
    const second = step(step(initial, { do: "opening", id: "a", at: 1 }), { do: "opening", id: "b", at: 2 });
    const late = step(second, { do: "opened", at: 1, value: opened("a") });
    expect(late).toBe(second);
    expect(step(late, { do: "opened", at: 2, value: opened("b") }).current).toBe("b");
  });
  it("one that does not open says why, and its name stays", () => {
    const after = step(step(open("a", 1), { do: "opening", id: "b", at: 2 }), {
      do: "open-failed",
      at: 2,
      problem,
    });
    expect(after.current).toBe("b");
    expect(after.opened).toEqual({ is: "failed", problem });
  });
  it("another database begins without the run of the last", () => {
    const asked = step(open("a", 1), { do: "begin", run: "run-1", question: "q", after: null });
    expect(asked.run?.run.state).toBe("running");
    expect(open("b", 2, asked).run).toBeNull();
  });
});

describe("what a model may see", () => {
  it("changes in the list and on screen, and opens nothing again", () => {
    const before = step(open("a", 1), {
      do: "connections",
      value: ready([connection("a"), connection("b")]),
    });
    const after = step(before, { do: "connection", value: { ...connection("a"), privacy: "names" } });
    expect(after.opened).toMatchObject({ value: { connection: { privacy: "names" } } });
    expect(after.connections).toMatchObject({ value: [{ privacy: "names" }, { id: "b" }] });
    expect(after.opening).toBe(before.opening);
    const other = step(before, { do: "connection", value: { ...connection("b"), privacy: "rows" } });
    expect(other.opened).toBe(before.opened);
  });
});

describe("asking", () => {
  it("is on screen before the first event", () => {
    const state = step(open("a", 1), { do: "begin", run: "run-1", question: "how many?", after: null });
    expect(state.run).toMatchObject({ saved: false, run: { question: "how many?", state: "running" } });
  });
  it("events of a run that is no longer on screen change nothing", () => {
    const state = step(open("a", 1), { do: "begin", run: "run-2", question: "q", after: null });
    const event = {
      seq: 0,
      run: "run-1",
      stage: null,
      at: 0,
      artifact: { kind: "finished", value: { ms: 1 } },
    } as const;
    expect(step(state, { do: "event", event })).toBe(state);
  });
});
