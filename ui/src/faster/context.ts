// Where a query can be made faster from: the answer card and the SQL beside it.
import { createContext } from "react";
import type { Kept } from "../contract";

export interface FasterDoor {
  kept: Kept[];
  /** Looks for a faster query; a run's own may be kept for its question. */
  start(sql: string, run: string | null, question: string | null): void;
  /** Shows what is kept. */
  show(): void;
}

export const FasterContext = createContext<FasterDoor | null>(null);
