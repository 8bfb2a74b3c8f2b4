import { describe, expect, it } from "vitest";
import { layoutOf } from "./layout";
import { around, BEST, CROWD, logOf, runOf } from "./made";
import { moments, momentWords } from "./moment";
import { related } from "./related";
import { type Scene, sceneOf } from "./scene";
import { begin, type Run, reduceAll, runAt } from "../run/reduce";

const FRANCE = "How many customers are in france?";

/** The parts of a scene that differ. */
function changed(a: Scene, b: Scene): string[] {
  return (Object.keys(a) as (keyof Scene)[]).filter((k) => JSON.stringify(a[k]) !== JSON.stringify(b[k]));
}

describe("an event changes what it tells of and nothing else", () => {
  it("a trial: its attempt, and the figure so far", () => {
    const [before, after] = around(CROWD, "judged", 3).map(sceneOf) as [Scene, Scene];
    expect(changed(before, after).filter((part) => part !== "end")).toEqual(["attempts"]);
    const moved = after.attempts.filter((a, n) => JSON.stringify(a) !== JSON.stringify(before.attempts[n]));
    expect(moved.map((a) => a.id)).toEqual(["c4"]);
  });

  it("a repair: its attempt alone, which joins again once it has run", () => {
    const [before, after] = around(BEST, "repair").map(sceneOf) as [Scene, Scene];
    expect(changed(before, after)).toEqual(["attempts"]);
    const of = (scene: Scene) => scene.attempts.find((a) => a.id === "c2");
    expect([of(before)?.state, of(before)?.mended]).toEqual(["failed", null]);
    expect(of(after)?.mended).toBe(true);
    expect(of(sceneOf(runOf(BEST)))?.state).toBe("ran");
  });

  it("a comparison: the standing of its two, and the knot of the one that leads", () => {
    const [before, after] = around(BEST, "duel").map(sceneOf) as [Scene, Scene];
    expect(changed(before, after)).toEqual(["results", "duels"]);
    expect(after.results.map((r) => [r.id, r.won, r.fought])).toEqual([
      ["A", 1, 1],
      ["B", 0, 1],
      ["C", 0, 0],
    ]);
  });

  it("one more attempt of a crowd moves no attempt that is there sideways, nor anything left of them", () => {
    const [before, after] = around(CROWD, "candidate", 30).map((run) => layoutOf(sceneOf(run), 1_200));
    for (const [id, box] of Object.entries(before?.attempts ?? {}))
      expect(after?.attempts[id]?.x).toBe(box.x);
    expect(Object.keys(after?.attempts ?? {}).length).toBe(31);
    expect(after?.columns.words.w).toBe(before?.columns.words.w);
  });

  it("a trial moves nothing", () => {
    const [before, after] = around(CROWD, "judged", 20).map((run) => layoutOf(sceneOf(run), 1_200));
    expect(after).toEqual(before);
  });
});

describe("the end of the flow", () => {
  it("has the figure of the best so far until there is an answer", () => {
    const [before, after] = around(FRANCE, "judged").map(sceneOf) as [Scene, Scene];
    expect(before.end).toMatchObject({ is: "so far", figure: null });
    expect(after.end).toMatchObject({ is: "so far", figure: { main: "71" } });
    expect(sceneOf(runOf(FRANCE)).end).toMatchObject({ is: "answer", figure: { main: "71" } });
  });
  it("says why there is none", () => {
    expect(sceneOf(runOf("decline this")).end.is).toBe("declined");
    expect(sceneOf(runOf("fail this")).end.is).toBe("failed");
  });
});

describe("words and what they were matched to", () => {
  it("leave no word of the question out", () => {
    const { words } = sceneOf(runOf(FRANCE));
    expect(words.map((w) => w.text).join(" ")).toBe("How many customers are in france");
    expect(words.map((w) => w.is)).toEqual(["found", "found", "plain", "found"]);
  });
  it("are linked: the stored value by its word, and by the attempts that use it", () => {
    const { matches, words } = sceneOf(runOf(FRANCE));
    const value = matches.find((m) => m.label === "“France”");
    expect(value?.words.map((id) => words.find((w) => w.id === id)?.text)).toEqual(["france"]);
    expect(value?.by).toBe(4);
  });
  it("tell which word was not used", () => {
    const { words } = sceneOf(runOf(BEST));
    expect(words.filter((w) => w.is === "unused").map((w) => w.text)).toEqual(["this"]);
  });
});

describe("what belongs together", () => {
  it("is, of an attempt, its words, its matches and its result", () => {
    const scene = sceneOf(runOf(BEST));
    const keys = related(scene, { is: "attempt", id: "c3" });
    expect(keys?.has("result B")).toBe(true);
    expect(keys?.has("result A")).toBe(false);
    expect(keys?.has("c1")).toBe(false);
    expect(scene.matches.filter((m) => keys?.has(m.id)).length).toBeGreaterThan(0);
  });
  it("is, of a result, those that came to it", () => {
    const keys = related(sceneOf(runOf(BEST)), { is: "result", id: "A" });
    expect(["c1", "c2", "c3"].map((id) => keys?.has(id))).toEqual([true, true, false]);
  });
});

describe("the moments of a run", () => {
  it("fold to what was on screen then", () => {
    const log = logOf(BEST);
    const run = runOf(BEST);
    // What was on screen is kept as it came, one event at a time, so that a later one that changes it shows.
    const seen = [begin("r", BEST)];
    for (const event of log) seen.push(reduceAll(seen[seen.length - 1] as Run, [event]));
    for (const count of [0, 5, 12, log.length - 1, log.length])
      expect(sceneOf(runAt(run, count))).toEqual(sceneOf(seen[count] as Run));
  });
  it("have words of their own, none of them an engineer's", () => {
    const log = logOf(BEST);
    expect(moments(log)).toBe(log.length);
    for (const event of log) expect(momentWords(event)).not.toMatch(/\b(c\d+|ground|link|converse|belief)\b/);
  });
});
