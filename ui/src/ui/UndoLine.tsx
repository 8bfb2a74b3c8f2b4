import { Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { t } from "../text";
import { Button } from "./Button";
import type { Undo } from "./useUndo";

/** Stands where something was removed, for as long as it can be had back. */
export function UndoLine({ undo }: { undo: Undo }) {
  const place = useRef<HTMLDivElement>(null);
  const key = undo.removed?.key;
  // What had the focus is gone; the way back is the next thing that anyone would look for.
  useEffect(() => {
    if (key !== undefined) place.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [key]);
  if (!undo.removed) return null;
  return (
    <div className="undo-line" ref={place} data-testid="undo-line">
      <span dir="auto">{undo.removed.says}</span>
      <Button small testid="undo" onPress={undo.undo}>
        <Undo2 aria-hidden size={14} />
        {t("common.undo")}
      </Button>
    </div>
  );
}
