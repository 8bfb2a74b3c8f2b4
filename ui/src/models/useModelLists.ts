// The models that providers offer, asked for when they are first wanted.
import { useCallback, useEffect, useRef, useState } from "react";
import { failed, idle, type Load, loading, ready } from "../app/load";
import { asProblem, type Backend } from "../backend/backend";
import type { ModelInfo, Provider } from "../contract";

export interface ModelLists {
  of(id: string): Load<ModelInfo[]>;
  want(id: string): void;
}

export function useModelLists(backend: Backend, providers: readonly Provider[]): ModelLists {
  const [lists, setLists] = useState<Record<string, Load<ModelInfo[]>>>({});
  const asked = useRef(new Set<string>());
  const known = useRef(providers);

  // A provider that was changed may offer others now.
  useEffect(() => {
    if (known.current === providers) return;
    known.current = providers;
    asked.current.clear();
    setLists({});
  }, [providers]);

  const want = useCallback(
    (id: string) => {
      const provider = known.current.find((p) => p.id === id);
      if (!provider || asked.current.has(id)) return;
      asked.current.add(id);
      const of = known.current;
      const put = (load: Load<ModelInfo[]>) => {
        if (known.current === of) setLists((old) => ({ ...old, [id]: load }));
      };
      put(loading);
      backend.listModels({ provider, key: null, passphrase: null }).then(
        (value) => put(ready(value)),
        (error: unknown) => put(failed(asProblem(error))),
      );
    },
    [backend],
  );

  const of = useCallback((id: string) => lists[id] ?? idle, [lists]);
  return { of, want };
}
