// Pinned answers, for as long as the page lives. One whose question has "old" in it is older than the data until it has run
// again, one with "broken" does not run any more, one with "lasting" takes its time.
import type { Answer, Event, Pin, RunSummary } from "../../contract";
import { normalised } from "../../run/question";
import type { Backend } from "../backend";
import { problem } from "./saved";
import { wait } from "./wait";

interface Room {
  stopped: Set<string>;
  runs: Map<string, Event[]>;
  /** Of the run's database. */
  idOf(run: string): string | undefined;
  answerOf(run: string): Answer | null;
  /** Runs of the run's database, the newest first. */
  beside(run: string): RunSummary[];
  keep(id: string, question: string, events: Event[]): void;
  compare: Pick<Backend, "compareRuns">;
}

export function pinVerbs({ stopped, runs, idOf, answerOf, beside, keep, compare }: Room) {
  const list: string[] = [];
  const again = new Set<string>();
  const questionOf = (run: string) => beside(run).find((r) => r.run === run)?.question ?? "";

  async function pinOf(run: string): Promise<Pin | null> {
    const answer = answerOf(run);
    const summary = beside(run).find((r) => r.run === run);
    if (!answer || !summary) return null;
    const { changes } = await compare.compareRuns(run, null);
    return {
      run,
      question: summary.question,
      started: summary.started,
      answer,
      rows: answer.result.truncated ? null : answer.result.rows.length,
      changes: changes?.later.run === run ? changes : null,
      stale: /old/.test(summary.question) && !again.has(run),
    };
  }

  const verbs: Pick<Backend, "pins" | "pin" | "runPinAgain" | "exportPins"> = {
    pins: async (id) => {
      await wait(30);
      if (localStorage.getItem("mock.pins") === "torn")
        throw problem("lost", "What was pinned cannot be read.", "Pin the answers again.");
      const here = list.filter((run) => idOf(run) === id);
      const all = await Promise.all(here.map(pinOf));
      return all.filter((pin) => pin !== null);
    },
    pin: async (run, pinned) => {
      await wait(20);
      const question = normalised(questionOf(run));
      const at = list.findIndex((r) => normalised(questionOf(r)) === question);
      if (at >= 0) list.splice(at, 1, ...(pinned ? [run] : []));
      else if (pinned) list.push(run);
    },
    runPinAgain: async (id, pinned, run) => {
      const question = questionOf(pinned);
      for (let left = /lasting/.test(question) ? 20_000 : 120; left > 0; left -= 30) {
        await wait(30);
        if (stopped.has(run)) throw problem("cancelled", "Stopped.");
      }
      if (/broken/.test(question))
        throw problem(
          "bad_input",
          `The query of “${question}” does not run any more.`,
          "Tables or columns that it reads may have changed. Ask the question again.",
        );
      const events = structuredClone(runs.get(pinned) ?? []).map((event) => {
        const { artifact } = event;
        if (artifact.kind === "started") {
          artifact.value = { ...artifact.value, run, follows: pinned, started: Date.now() };
        }
        return { ...event, run };
      });
      keep(id, question, events);
      again.add(run);
      if (list.includes(pinned)) list.splice(list.indexOf(pinned), 1, run);
      const pin = await pinOf(run);
      if (!pin) throw problem("not_found", "This answer is no longer kept.", "Ask the question again.");
      return pin;
    },
    exportPins: async (id, run, request, onProgress) => {
      let rows = 0;
      for (const pin of await verbs.pins(id)) {
        await wait(/slow/.test(request.path) ? 400 : 30);
        if (stopped.has(run)) throw problem("cancelled", "Stopped.");
        rows += pin.answer.result.rows.length;
        onProgress({ rows, of: null });
      }
      localStorage.setItem("mock.exported", JSON.stringify(request));
      return { path: request.path, rows, bytes: rows * 140, notes: [] };
    },
  };
  return { verbs, has: (run: string) => list.includes(run), ranAgain: (run: string) => again.has(run) };
}
