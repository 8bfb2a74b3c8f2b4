// Writing a file where the person wants it: asked for the place, busy, done, or what went wrong.
import { useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Exported, Problem } from "../contract";
import { announce } from "./announce";

type Place = Parameters<Backend["pickSavePath"]>;

export interface Saved {
  done: Exported | null;
  trouble: Problem | null;
  busy: boolean;
  save(): Promise<void>;
}

/** `write` puts the file at the path; `says` is read aloud once it is there. Closing the dialog changes nothing. */
export function useSaved(
  backend: Backend,
  [name, kind]: Place,
  write: (path: string) => Promise<Exported>,
  says: (done: Exported) => string,
): Saved {
  const [done, setDone] = useState<Exported | null>(null);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setTrouble(null);
    setDone(null);
    setBusy(true);
    try {
      const path = await backend.pickSavePath(name, kind);
      if (path) {
        const value = await write(path);
        setDone(value);
        announce(says(value));
      }
    } catch (error) {
      setTrouble(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return { done, trouble, busy, save };
}
