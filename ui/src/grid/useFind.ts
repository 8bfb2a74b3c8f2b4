// What is found in a grid: among the rows here, or, where there is a database behind it, among all.
import { useEffect, useMemo, useRef, useState } from "react";
import { asProblem } from "../backend/backend";
import type { Cell, Problem } from "../contract";
import { find, type Place } from "./selection";
import type { Rows } from "./useRows";

/** A search over all rows waits until the typing rests. */
const REST = 200;
const NONE: readonly Place[] = [];

export interface Search {
  words: string;
  say(words: string): void;
  /** Row by row; `col` as it is shown. */
  hits: readonly Place[];
  found: number;
  busy: boolean;
  /** The time was up before the last row. */
  cut: boolean;
  problem: Problem | null;
  /** `row:place in the result` of each hit. */
  marks: ReadonlySet<string>;
  next(from: Place, step: 1 | -1): Promise<Place | null>;
}

interface Got {
  words: string;
  hits: readonly Place[];
  found: number;
  cut: boolean;
}

const NOTHING: Got = { words: "", hits: NONE, found: 0, cut: false };

export function useFind(
  rows: readonly (readonly Cell[])[],
  order: readonly number[],
  behind: Rows | undefined,
  open: boolean,
): Search {
  const [words, setWords] = useState("");
  const [got, setGot] = useState<Got>(NOTHING);
  const [problem, setProblem] = useState<Problem | null>(null);
  const coming = useRef<Promise<Got> | null>(null);
  const view = behind?.view;
  const far = behind !== undefined;
  const here = useMemo(() => (open && !far ? find(rows, words) : NONE), [open, far, rows, words]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sought and where, not how
  useEffect(() => {
    setProblem(null);
    if (!behind || !open || words === "") {
      setGot(NOTHING);
      return;
    }
    let stop: () => void = () => undefined;
    let over = false;
    const done = new Promise<Got>((resolve, reject) => {
      const timer = setTimeout(() => {
        const asked = behind.find(words);
        stop = asked.stop;
        asked.hits.then((h) => {
          const hits = h.hits.map((hit) => ({ row: hit.row, col: hit.column }));
          resolve({ words, hits, found: h.found, cut: !h.whole });
        }, reject);
      }, REST);
      stop = () => clearTimeout(timer);
    });
    coming.current = done;
    done.then(
      (value) => !over && setGot(value),
      (error: unknown) => !over && setProblem(asProblem(error)),
    );
    return () => {
      over = true;
      stop();
    };
  }, [words, open, view, far]);

  const all = far ? got.hits : here;
  const marks = useMemo(() => new Set(all.map((h) => `${h.row}:${h.col}`)), [all]);
  const hits = useMemo(() => seen(all, order), [all, order]);
  return {
    words,
    say: setWords,
    hits,
    // Hits in hidden columns are left out where all are known.
    found: far && got.found > all.length ? got.found : hits.length,
    busy: far && open && words !== "" && got.words !== words && problem === null,
    cut: got.cut,
    problem,
    marks,
    next: async (from, step) => {
      // Enter may come before the answer to what was typed.
      const known =
        far && got.words !== words && coming.current ? await coming.current.catch(() => NOTHING) : null;
      const list = known ? seen(known.hits, order) : hits;
      const ordered = list.toSorted((a, b) => step * (a.row - b.row || a.col - b.col));
      return ordered.find((h) => step * (h.row - from.row || h.col - from.col) > 0) ?? ordered[0] ?? null;
    },
  };
}

/** Hits of columns that are shown, where they are shown. */
function seen(hits: readonly Place[], order: readonly number[]): Place[] {
  return hits.flatMap((hit) => {
    const col = order.indexOf(hit.col);
    return col < 0 ? [] : [{ row: hit.row, col }];
  });
}
