// Fetches what a pane shows; a late reply to an earlier wish is dropped.
import { useCallback, useEffect, useRef, useState } from "react";
import { failed, type Load, loading, ready } from "../app/load";
import type { State } from "../app/state";
import { asProblem } from "../backend/backend";

export interface Loaded<T> {
  load: Load<T>;
  again(): void;
  change(how: (value: T) => T): void;
}

/** Fetched again when `key` changes, and, with the old value on screen meanwhile, when `fresh` does. */
export function useLoad<T>(key: string, fresh: number, fetch: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; load: Load<T> }>({ key, load: loading });
  const [turn, setTurn] = useState(0);
  const fetching = useRef(fetch);
  fetching.current = fetch;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `fresh` and `turn` are reasons to fetch again
  useEffect(() => {
    let gone = false;
    const settle = (load: Load<T>) => !gone && setState({ key, load });
    setState((old) => (old.key === key && old.load.is === "ready" ? old : { key, load: loading }));
    fetching.current().then(
      (value) => settle(ready(value)),
      (error: unknown) => settle(failed(asProblem(error))),
    );
    return () => {
      gone = true;
    };
  }, [key, fresh, turn]);

  const again = useCallback(() => setTurn((n) => n + 1), []);
  const change = useCallback(
    (how: (value: T) => T) =>
      setState((old) => (old.load.is === "ready" ? { ...old, load: ready(how(old.load.value)) } : old)),
    [],
  );
  return { load: state.key === key ? state.load : loading, again, change };
}

/** While tables are being read, what is on screen is brought up to date this often. */
const BEAT_MS = 1_500;

/** Another number whenever more is known of the database than before. */
export function useFresh(state: State): number {
  const [fresh, setFresh] = useState(0);
  const done = useRef(-1);
  const now = useRef(state);
  now.current = state;
  const is = state.prepared.is;
  useEffect(() => {
    if (is !== "loading") {
      setFresh((n) => n + 1);
      return;
    }
    const timer = setInterval(() => {
      const next = now.current.progress?.done ?? -1;
      if (next === done.current) return;
      done.current = next;
      setFresh((n) => n + 1);
    }, BEAT_MS);
    return () => clearInterval(timer);
  }, [is]);
  return fresh;
}
