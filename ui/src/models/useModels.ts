// The settings of models, held once for the whole window: the title bar, the settings and the explorer read them.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { failed, type Load, loading, ready } from "../app/load";
import { asProblem, type Backend } from "../backend/backend";
import type { ModelSettings, Problem, ProviderRequest } from "../contract";
import { withFirst } from "./settings";

export interface Models {
  load: Load<ModelSettings>;
  again(): void;
  save(change: (settings: ModelSettings) => ModelSettings): Promise<Problem | null>;
  /** `model` serves the tiers where nothing does yet and the kind has no models of its own to begin with. */
  saveProvider(request: ProviderRequest, model: string): Promise<Problem | null>;
  unlock(id: string, passphrase: string): Promise<Problem | null>;
}

export function useModels(backend: Backend): Models {
  const [load, setLoad] = useState<Load<ModelSettings>>(loading);
  const [turn, setTurn] = useState(0);
  const now = useRef(load);

  const put = useCallback((next: Load<ModelSettings>) => {
    now.current = next;
    setLoad(next);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` is a reason to fetch again
  useEffect(() => {
    let gone = false;
    put(loading);
    backend.models().then(
      (value) => !gone && put(ready(value)),
      (error: unknown) => !gone && put(failed(asProblem(error))),
    );
    return () => {
      gone = true;
    };
  }, [backend, put, turn]);

  const attempt = useCallback(
    async (how: () => Promise<ModelSettings>): Promise<Problem | null> => {
      try {
        put(ready(await how()));
        return null;
      } catch (error) {
        return asProblem(error);
      }
    },
    [put],
  );

  const save = useCallback(
    async (change: (settings: ModelSettings) => ModelSettings): Promise<Problem | null> => {
      const { current } = now;
      if (current.is !== "ready") return null;
      return attempt(() => backend.saveModels(change(current.value)));
    },
    [attempt, backend],
  );

  const saveProvider = useCallback(
    async (request: ProviderRequest, model: string): Promise<Problem | null> => {
      const refused = await attempt(() => backend.saveProvider(request));
      if (refused) return refused;
      return save((settings) => withFirst(settings, request.provider, model));
    },
    [attempt, backend, save],
  );

  return useMemo(
    () => ({
      load,
      again: () => setTurn((n) => n + 1),
      save,
      saveProvider,
      unlock: (id, passphrase) => attempt(() => backend.unlockProvider(id, passphrase)),
    }),
    [load, save, saveProvider, attempt, backend],
  );
}
