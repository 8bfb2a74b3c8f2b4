// Two runs of one question. The mock answers a question the same each time, so the earlier run is told as if the data had
// been other then: of rows, the last was not there, the second sold less, and one is gone; a single figure was less.
import type { Answer, Cell, ChangedRow, Changes, Compared, RunMark } from "../../contract";
import { asNumber } from "../../format/cell";
import { normalised } from "../../run/question";
import type { Backend } from "../backend";
import { problem } from "./saved";
import { wait } from "./wait";

interface Asked {
  run: string;
  question: string;
  started: number;
}

interface Room {
  answerOf(run: string): Answer | null;
  /** Runs of the run's database. */
  beside(run: string): Asked[];
}

/** The mock asks within seconds; what it tells of is further apart. */
const APART_MS = 53 * 86_400_000;

export function comparingVerbs({ answerOf, beside }: Room): Pick<Backend, "compareRuns"> {
  return {
    compareRuns: async (run, other): Promise<Compared> => {
      await wait(40);
      const own = beside(run).find((r) => r.run === run);
      const answer = answerOf(run);
      if (!own || !answer)
        throw problem(
          "bad_input",
          "This question has no answer that could be compared.",
          "Ask it again first.",
        );
      const same = beside(run).filter(
        (r) => r.run !== run && answerOf(r.run) && normalised(r.question) === normalised(own.question),
      );
      const mark = (r: Asked, n: number): RunMark => {
        const told = answerOf(r.run);
        const rows = told?.result.rows.length ?? 0;
        return {
          run: r.run,
          started: r.started - (r.run === run ? 0 : APART_MS * (n + 1)),
          sentence: told?.sentence ?? "",
          headline: told?.headline ?? null,
          rows: told?.result.truncated ? null : rows,
        };
      };
      const others = same.map(mark);
      const earlier = others.find((m) => other === null || m.run === other);
      if (!earlier) return { others, changes: null };
      return { others, changes: changes(answer, earlier, mark(own, 0)) };
    },
  };
}

function changes(answer: Answer, earlier: RunMark, later: RunMark): Changes {
  const { columns, rows, truncated } = answer.result;
  const figure = columns.findIndex((_, c) => typeof rows[0]?.[c] === "number");
  const less = (cell: Cell): Cell => Math.round((asNumber(cell) ?? 0) * 0.9);
  const changed = (row: Cell[]): ChangedRow => ({
    fate: "changed",
    cells: row,
    was: [{ column: figure, cell: less(row[figure] ?? null) }],
  });
  const base = {
    columns,
    cut: truncated !== null,
    other_query: false,
    columns_new: [],
    columns_gone: [],
  };
  const [only] = rows;
  if (rows.length === 1 && columns.length === 1 && only && figure === 0) {
    const then = less(only[0] ?? null);
    return {
      ...base,
      earlier: { ...earlier, headline: String(then) },
      later,
      key: [],
      rows: [changed(only)],
      new: 0,
      gone: 0,
      changed: 1,
      same: 0,
    };
  }
  const [, second] = rows;
  const last = rows.at(-1);
  if (!second || !last || figure < 0)
    return { ...base, earlier, later, key: [0], rows: [], new: 0, gone: 0, changed: 0, same: rows.length };
  const gone = second.map((cell, c): Cell => (c === 0 ? "Kattegat Fisk A/S" : cell));
  return {
    ...base,
    earlier: { ...earlier, rows: earlier.rows === null ? null : earlier.rows - 1 },
    later,
    key: [0],
    rows: [
      changed(second),
      { fate: "new", cells: last, was: [] },
      { fate: "new", cells: rows.at(-2) ?? last, was: [] },
      { fate: "gone", cells: gone, was: [] },
    ],
    new: 2,
    gone: 1,
    changed: 1,
    same: rows.length - 3,
  };
}
