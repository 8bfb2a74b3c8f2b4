// The ledger page by page, newest first.
import { useCallback, useEffect, useRef, useState } from "react";
import { failed, type Load, loading, ready } from "../app/load";
import { asProblem, type Backend } from "../backend/backend";
import type { LedgerPage, Problem } from "../contract";

const PAGE = 50;

export interface LedgerList {
  load: Load<LedgerPage>;
  /** What the list that is shown was searched for. */
  searched: string;
  busy: boolean;
  /** Of reading more; what is there stays. */
  trouble: Problem | null;
  more(): void;
  again(): void;
}

export function useLedger(backend: Backend, search: string, id: string | null): LedgerList {
  const [state, setState] = useState<{ load: Load<LedgerPage>; searched: string }>({
    load: loading,
    searched: "",
  });
  const [turn, setTurn] = useState(0);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const wish = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` is a reason to fetch again
  useEffect(() => {
    wish.current += 1;
    const mine = wish.current;
    const settle = (load: Load<LedgerPage>) => {
      if (wish.current !== mine) return;
      setBusy(false);
      setTrouble(null);
      setState({ load, searched: search });
    };
    backend.ledger(search, id, 0, PAGE).then(
      (value) => settle(ready(value)),
      (error: unknown) => settle(failed(asProblem(error))),
    );
  }, [backend, search, id, turn]);

  const more = useCallback(async () => {
    const { load } = state;
    if (busy || load.is !== "ready" || load.value.entries.length >= load.value.of) return;
    const mine = wish.current;
    setBusy(true);
    setTrouble(null);
    try {
      const last = load.value.entries;
      const next = await backend.ledger(search, id, last.length, PAGE);
      if (wish.current !== mine) return;
      // Calls made meanwhile push the list down; none is shown twice.
      const seen = new Set(last.map((e) => e.number));
      const entries = [...last, ...next.entries.filter((e) => !seen.has(e.number))];
      setState({ load: ready({ ...next, entries }), searched: search });
    } catch (error) {
      if (wish.current === mine) setTrouble(asProblem(error));
    } finally {
      if (wish.current === mine) setBusy(false);
    }
  }, [backend, search, id, state, busy]);

  return { ...state, busy, trouble, more: () => void more(), again: () => setTurn((n) => n + 1) };
}
