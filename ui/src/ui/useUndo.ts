// What was just removed can be had back for a while. Where nothing can bring it back once it is gone, it goes only then.
import { useCallback, useEffect, useRef, useState } from "react";
import { t } from "../text";
import { announce } from "./announce";
import "../text/en/ui";

/** Long enough to read the line, see the slip and reach the button. */
const WHILE_MS = 10_000;

export interface Removed {
  key: string;
  /** "“Sales” was deleted." */
  says: string;
  /** Called when the time is over, or something else is removed, or the place is left. */
  go?(): void;
  back(): void;
}

export interface Undo {
  removed: Removed | null;
  remove(removed: Removed): void;
  undo(): void;
}

export function useUndo(): Undo {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const now = useRef<Removed | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const end = useCallback((how: "go" | "back" | "left") => {
    clearTimeout(timer.current);
    const last = now.current;
    now.current = null;
    if (how !== "left") setRemoved(null);
    if (how === "back") last?.back();
    else last?.go?.();
  }, []);
  useEffect(() => () => end("left"), [end]);

  const remove = useCallback(
    (next: Removed) => {
      end("go");
      now.current = next;
      setRemoved(next);
      announce(t("ui.undo.possible", { says: next.says }));
      timer.current = setTimeout(() => end("go"), WHILE_MS);
    },
    [end],
  );
  return { removed, remove, undo: useCallback(() => end("back"), [end]) };
}
