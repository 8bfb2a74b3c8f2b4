// What lies over a grid, and where the focus goes when it closes.
import { type RefObject, useRef, useState } from "react";
import type { What } from "./Over";

/** A dialog gives the focus back to what opened it, which is gone by then; after that it is the grid's. */
const GIVEN_BACK = 60;

export function useOver(grid: RefObject<HTMLElement | null>) {
  const [over, setOver] = useState<What | null>(null);
  const now = useRef(over);
  now.current = over;
  const close = () => {
    // A menu closes once more after a choice has opened something else: that stays.
    setOver((old) => (old === over ? null : old));
    if (over?.is === "columns") return;
    back();
  };
  const back = () => {
    setTimeout(() => now.current === null && grid.current?.focus(), GIVEN_BACK);
  };
  return { over, setOver, close, back };
}
