import { describe, expect, it } from "vitest";
import { chosen } from "../backend/mock/apart";
import { harbor } from "../backend/mock/catalogs";
import { scenarioFor } from "../backend/mock/scenarios";
import { event, script } from "../backend/mock/script";
import type { Artifact, Event, Header, Problem } from "../contract";
import { begin, cutOff, reduce, refused, replay, type Run } from "./reduce";
import { progressWords, stageTimes } from "./stages";

const RUN = "run-1";

function header(question: string): Header {
  return {
    run: RUN,
    askwell: "0.1.0",
    engine: "SQLite",
    dialect: "sqlite",
    database: "Harbor Goods",
    fingerprint: "f",
    question,
    seed: 1,
    started: 0,
  };
}

function events(question: string): Event[] {
  const steps = script(scenarioFor(question), question, header(question), harbor, 0, false, {
    follows: null,
    reply: null,
  });
  const out = steps.map((step, seq) => event(RUN, seq, seq * 10, step));
  out.push({
    seq: out.length,
    run: RUN,
    stage: null,
    at: out.length * 10,
    artifact: { kind: "finished", value: { ms: out.length * 10 } },
  });
  return out;
}

function fold(list: Event[], question: string): Run {
  return list.reduce(reduce, begin(RUN, question));
}

const QUESTIONS = [
  "How many customers are in france?",
  "Who are our best customers?",
  "Show all order lines",
  "decline this",
  "fail this",
];

describe("a run is the fold of its events", () => {
  it.each(QUESTIONS)("replaying what was saved gives the live screen: %s", (question) => {
    const live = fold(events(question), question);
    const saved: Event[] = JSON.parse(JSON.stringify(events(question)));
    expect(replay(RUN, "the summary's question", saved)).toEqual(live);
  });

  it("an event that arrives twice changes nothing", () => {
    const list = events("Who are our best customers?");
    const doubled = list.flatMap((e) => [e, e]);
    expect(fold(doubled, "")).toEqual(fold(list, ""));
  });

  it("a part that is done is a run of its own within it", () => {
    const part = events("How many customers are in france?").map((e) => ({ ...e, run: `${RUN}.2` }));
    const done: Event = {
      seq: 0,
      run: RUN,
      stage: "converse",
      at: 1,
      artifact: { kind: "part", value: { part: 1, events: part } },
    };
    const run = reduce(begin(RUN, "two things"), done);
    expect(Object.keys(run.parts)).toEqual(["1"]);
    expect(run.parts[1]?.state).toBe("answered");
    expect(run.parts[1]?.answer).toEqual(fold(events("How many customers are in france?"), "").answer);
    expect([run.answer, run.state]).toEqual([null, "running"]);
  });

  it("an event of another run changes nothing", () => {
    const run = begin(RUN, "x");
    const [first] = events("x");
    expect(reduce(run, { ...(first as Event), run: "run-2" })).toBe(run);
  });

  it("does not change the run it is given", () => {
    const frozen = Object.freeze(begin(RUN, "x"));
    const [first] = events("x");
    expect(reduce(frozen, first as Event)).not.toBe(frozen);
  });

  it("a repaired candidate keeps its place and shows its new SQL", () => {
    const run = fold(events("Who are our best customers?"), "");
    expect(run.candidates.map((c) => c.id)).toEqual(["c1", "c2", "c3", "c4", "c5"]);
    expect(run.candidates[1]?.sql).toContain("company_name, c.country");
    expect(run.judged.c2?.outcome.kind).toBe("ran");
    expect(run.repairs).toHaveLength(1);
    expect(run.duels).toHaveLength(3);
  });
});

describe("how a run ends", () => {
  const problem = (code: Problem["code"]): Artifact => ({
    kind: "problem",
    value: { code, message: "m", hint: null, detail: null },
  });
  const finished: Artifact = { kind: "finished", value: { ms: 5 } };
  const play = (...artifacts: Artifact[]) =>
    artifacts
      .map((artifact, seq): Event => ({ seq, run: RUN, stage: null, at: seq, artifact }))
      .reduce(reduce, begin(RUN, "q"));

  it("with an answer", () => expect(fold(events("france"), "").state).toBe("answered"));
  it("declined", () => expect(fold(events("decline"), "").state).toBe("declined"));
  it("failed", () => expect(play(problem("lost"), finished).state).toBe("failed"));
  it("stopped, where the problem is the stop", () =>
    expect(play(problem("cancelled"), finished).state).toBe("stopped"));
  it("interrupted, where the end has nothing", () => expect(play(finished).state).toBe("interrupted"));
  it("a saved run without its last event is interrupted", () => {
    const list = events("france").slice(0, -1);
    expect(fold(list, "").state).toBe("running");
    expect(replay(RUN, "", list).state).toBe("interrupted");
  });
  it("an end cannot be cut off afterwards", () => {
    const run = fold(events("france"), "");
    expect(cutOff(run)).toBe(run);
  });
  it("a command that fails makes a failed run", () => {
    const run = refused(begin(RUN, "q"), { code: "bad_input", message: "m", hint: null, detail: null });
    expect([run.state, run.problem?.message]).toEqual(["failed", "m"]);
  });
});

describe("stages", () => {
  it("have their times once they are over, and nothing is running at the end", () => {
    const times = stageTimes(fold(events("Who are our best customers?"), ""));
    expect(times.map((t) => t.state)).toEqual(Array(9).fill("done"));
    expect(times.every((t) => t.ms !== null && t.ms > 0)).toBe(true);
  });
  it("a failed run says where it broke off and what was never reached", () => {
    const times = stageTimes(fold(events("fail"), ""));
    expect(times.map((t) => t.state).slice(0, 3)).toEqual(["done", "broken", "skipped"]);
  });
  it("before the first event there are words already", () => {
    expect(progressWords(begin(RUN, "q"))).toBe("Starting");
  });
  it("count what has been tried", () => {
    const list = events("Who are our best customers?");
    const until = list.findIndex((e) => e.artifact.kind === "judged") + 2;
    expect(progressWords(fold(list.slice(0, until), ""))).toBe("Running and checking them: 2 of 5");
  });
});

describe("what the person chose after the run", () => {
  const question = "Who are our best customers?";
  const choosing = (...candidates: (string | null)[]) =>
    candidates.reduce((list, candidate) => list.concat(chosen(list, candidate)), events(question));

  it("is the answer from then on, and the run stays as it ended", () => {
    const run = replay(RUN, question, choosing("c3"));
    expect([run.chosen, run.answer?.candidate, run.state]).toEqual(["c3", "c3", "answered"]);
    expect(run.selection?.winner).toBe("c1");
    expect(run.ms).toBe(fold(events(question), question).ms);
  });
  it("can be changed, and taken back", () => {
    expect(replay(RUN, question, choosing("c3", "c4")).answer?.candidate).toBe("c4");
    const { next, log, ...back } = replay(RUN, question, choosing("c3", null));
    expect({ ...back, next: next - 2, log: log.slice(0, -2) }).toEqual(fold(events(question), question));
  });
  it("answers what was declined, until it is taken back", () => {
    const petrol = "What did we spend on petrol?";
    const asked = events(petrol);
    expect(replay(RUN, petrol, asked).state).toBe("declined");
    const answered = [...asked, chosen(asked, "c3")];
    expect([replay(RUN, petrol, answered).state, replay(RUN, petrol, answered).answer?.candidate]).toEqual([
      "answered",
      "c3",
    ]);
    const back = replay(RUN, petrol, [...answered, chosen(answered, null)]);
    expect([back.state, back.answer, back.chosen]).toEqual(["declined", null, null]);
  });
});
