// The list of tables, page by page.
import { useCallback, useEffect, useRef, useState } from "react";
import { failed, type Load, loading, ready } from "../app/load";
import { asProblem, type Backend } from "../backend/backend";
import type { Explored } from "../contract";

const PAGE = 200;

export interface Tables {
  load: Load<Explored>;
  /** What the list that is shown was searched for. */
  searched: string;
  more(): void;
  again(): void;
}

export function useTables(backend: Backend, id: string, search: string, fresh: number): Tables {
  const [load, setLoad] = useState<Load<Explored>>(loading);
  const [turn, setTurn] = useState(0);
  const wish = useRef(0);
  const had = useRef({ search: "", tables: 0 });
  const busy = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `fresh` and `turn` are reasons to fetch again
  useEffect(() => {
    wish.current += 1;
    const mine = wish.current;
    // What was scrolled to stays there when the same list is fetched again.
    const limit = had.current.search === search ? Math.max(PAGE, had.current.tables) : PAGE;
    busy.current = true;
    backend.explore(id, search, 0, limit).then(
      (value) => {
        if (wish.current !== mine) return;
        busy.current = false;
        had.current = { search, tables: value.tables.length };
        setLoad(ready(value));
      },
      (error: unknown) => {
        if (wish.current !== mine) return;
        busy.current = false;
        setLoad(failed(asProblem(error)));
      },
    );
  }, [backend, id, search, fresh, turn]);

  const more = useCallback(async () => {
    if (busy.current || load.is !== "ready" || load.value.tables.length >= load.value.total) return;
    const mine = wish.current;
    busy.current = true;
    try {
      const next = await backend.explore(id, search, load.value.tables.length, PAGE);
      if (wish.current !== mine) return;
      const tables = [...load.value.tables, ...next.tables];
      had.current = { search, tables: tables.length };
      setLoad(ready({ tables, total: next.total }));
    } catch (error) {
      if (wish.current === mine) setLoad(failed(asProblem(error)));
    } finally {
      if (wish.current === mine) busy.current = false;
    }
  }, [backend, id, search, load]);

  return { load, searched: had.current.search, more: () => void more(), again: () => setTurn((n) => n + 1) };
}
