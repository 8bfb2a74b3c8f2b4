// How long it takes to fold a large run. Against reading the same log as JSON, and against a tenth of it, so that the
// figures say the same on a slow machine.
import { describe, expect, it } from "vitest";
import type { Event } from "../contract";
import { candidateOf, judgedOf } from "./made";
import { begin, reduce, replay } from "./reduce";

const MANY = 50_000;

function log(count: number): Event[] {
  const events: Event[] = [];
  const say = (artifact: Event["artifact"]) =>
    events.push({ seq: events.length, run: "r", stage: "generate", at: events.length, artifact });
  while (events.length < count) {
    const n = events.length;
    say({ kind: "entered", value: "generate" });
    const candidate = candidateOf(`c${n}`);
    say({ kind: "candidate", value: candidate });
    say({ kind: "judged", value: judgedOf(candidate) });
    say({
      kind: "repair",
      value: { candidate: candidate.id, rule: "x", before: "", after: "", why: "", worked: true },
    });
    say({ kind: "duel", value: { a: "A", b: "B", winner: "A", judge: "rules", reasons: [] } });
  }
  return events.slice(0, count);
}

/** The best of a few, in milliseconds: what else the machine does only adds to it. */
function best(what: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 5; n++) {
    const from = performance.now();
    what();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

describe("a run of 50,000 events", () => {
  it("is folded in about the time that its log takes to read, not in that of copying for each event", () => {
    const events = log(MANY);
    const tenth = events.slice(0, MANY / 10);
    const text = JSON.stringify(events);
    const whole = best(() => replay("r", "q", events));
    const part = best(() => replay("r", "q", tenth));
    const read = best(() => JSON.parse(text));
    process.stdout.write(
      `50,000 events: ${whole.toFixed(1)} ms; a tenth: ${part.toFixed(1)} ms, ratio ${(whole / part).toFixed(1)}; ` +
        `reading the log: ${read.toFixed(1)} ms, ratio ${(whole / read).toFixed(2)}\n`,
    );
    // Copying for each event took hundreds of times as long as reading; a busy machine makes it no more than a few.
    expect(whole / read).toBeLessThan(20);
  });

  it("is the same one by one and all at once", () => {
    const events = log(300);
    expect(replay("r", "q", [...events, finished(300)])).toEqual(
      [...events, finished(300)].reduce(reduce, begin("r", "q")),
    );
  });
});

function finished(seq: number): Event {
  return { seq, run: "r", stage: null, at: seq, artifact: { kind: "finished", value: { ms: seq } } };
}
