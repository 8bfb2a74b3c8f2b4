// The rows behind a grid: sorted, filtered, searched and summed up by the program, over all of them; a part is here.
import { useEffect, useRef, useState } from "react";
import { newRunId } from "../app/names";
import { asProblem, type Backend } from "../backend/backend";
import type {
  Cell,
  GridCounts,
  GridFacts,
  GridHits,
  GridView,
  Problem,
  ResultSet,
  RowSource,
} from "../contract";
import type { Sort } from "./selection";

export const PAGE = 1_000;
export const PLAIN: GridView = { sort: null, filters: [] };

export function sortOf({ sort }: GridView): Sort | null {
  return sort && { col: sort.column, down: sort.descending };
}

/** Whether a row is one of those at these places, wherever it stands now. */
export function spokenOf(
  places: readonly number[],
  rows: ResultSet["rows"],
): (row: readonly Cell[]) => boolean {
  const own = new Set(places.map((place) => JSON.stringify(rows[place])));
  return (row) => own.size > 0 && own.has(JSON.stringify(row));
}

export interface Rows {
  result: ResultSet;
  /** As the query gave them, before anything was sorted; null: they were fetched. */
  first: ResultSet | null;
  /** Rows remain in the database that are not here. */
  more: boolean;
  fetching: boolean;
  problem: Problem | null;
  /** What the rows here are. */
  view: GridView;
  /** What is on its way, or could not be shown; null: nothing else. */
  tried: GridView | null;
  /** What was asked for last, whether its rows are here or not: the next press goes on from it. */
  latest: GridView;
  /** Of the view; null: not counted, or not yet. */
  counts: GridCounts | null;
  next(): void;
  again(): void;
  /** What could not be shown is no longer tried. */
  drop(): void;
  show(view: GridView): void;
  /** Brings the rows up to this one. */
  reach(row: number): Promise<void>;
  find(words: string): { hits: Promise<GridHits>; stop(): void };
  facts(column: number): { facts: Promise<GridFacts>; stop(): void };
}

interface State {
  result: ResultSet;
  view: GridView;
  tried: GridView | null;
  counts: GridCounts | null;
  fetching: boolean;
  problem: Problem | null;
}

const begin = (result: ResultSet | null): State => ({
  result: result ?? { columns: [], rows: [], truncated: "rows" },
  view: PLAIN,
  tried: null,
  counts: null,
  fetching: result === null,
  problem: null,
});

/** `first`: the rows that are here already, as the query gives them; null: they are fetched. */
export function useRows(
  backend: Backend,
  connection: string,
  source: RowSource,
  first: ResultSet | null,
): Rows {
  const [state, setState] = useState<State>(() => begin(first));
  /** Answers to what is no longer asked are not heard. */
  const turn = useRef(0);
  const now = useRef(state);
  now.current = state;
  const named = JSON.stringify(source);

  const fetch = async (view: GridView, offset: number, limit: number) => {
    turn.current += 1;
    const own = turn.current;
    // Rows never stand under a view that is not theirs: it is taken over with its rows.
    setState((old) => ({ ...old, fetching: true, problem: null, tried: offset === 0 ? view : null }));
    try {
      const counted = offset === 0;
      const page = await backend.gridPage(connection, source, view, offset, limit, counted);
      if (own !== turn.current) return;
      setState((old) => ({
        result: counted
          ? page.result
          : {
              ...old.result,
              rows: [...old.result.rows, ...page.result.rows],
              truncated: page.result.truncated,
            },
        view,
        tried: null,
        counts: counted ? page.counts : old.counts,
        fetching: false,
        problem: null,
      }));
    } catch (error) {
      if (own === turn.current) setState((old) => ({ ...old, fetching: false, problem: asProblem(error) }));
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin anew
  useEffect(() => {
    turn.current += 1;
    setState(begin(first));
    if (first === null) void fetch(PLAIN, 0, PAGE);
  }, [first, named, connection]);

  const show = (view: GridView) => {
    // As the query gives them, and already here.
    if (first && view.sort === null && view.filters.length === 0) {
      turn.current += 1;
      setState(begin(first));
    } else void fetch(view, 0, PAGE);
  };
  const job = <T>(name: "find" | "facts", start: (job: string) => Promise<T>) => {
    const own = newRunId(name);
    return { done: start(own), stop: () => void backend.stop(own).catch(() => undefined) };
  };
  return {
    ...state,
    first,
    latest: state.tried ?? state.view,
    more: state.result.truncated !== null,
    next: () => {
      if (!now.current.fetching) void fetch(now.current.view, now.current.result.rows.length, PAGE);
    },
    again: () => {
      const { view, tried, result } = now.current;
      if (tried) void fetch(tried, 0, PAGE);
      else void fetch(view, result.rows.length, PAGE);
    },
    drop: () => setState((old) => ({ ...old, problem: null, tried: null })),
    show,
    reach: async (row) => {
      const here = now.current.result.rows.length;
      if (row >= here) await fetch(now.current.view, here, row - here + PAGE);
    },
    find: (words) => {
      const { done, stop } = job("find", (own) =>
        backend.gridFind(connection, own, source, now.current.view, words),
      );
      return { hits: done, stop };
    },
    facts: (column) => {
      const { done, stop } = job("facts", (own) =>
        backend.gridFacts(connection, own, source, now.current.view, column),
      );
      return { facts: done, stop };
    },
  };
}
