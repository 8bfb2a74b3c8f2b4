// What is pointed at among a question's words, the steps to its answer and the headings of its result: the three light up
// together. They meet in the question's words and in the columns that its query took the words for.
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Span, TraceStep, WordUse } from "../contract";
import type { Run } from "../run/reduce";

export interface Lit {
  words: readonly Span[];
  /** Names of columns without their tables. */
  columns: readonly string[];
}

interface Place {
  lit: Lit | null;
  uses: readonly WordUse[];
  light(lit: Lit | null): void;
}

const NOWHERE: Place = { lit: null, uses: [], light: () => undefined };
const LitContext = createContext<Place>(NOWHERE);

export function LitPlace({ run, children }: { run: Run; children: ReactNode }) {
  const [lit, light] = useState<Lit | null>(null);
  const candidate = run.candidates.find((c) => c.id === run.answer?.candidate);
  const uses = candidate?.uses;
  const place = useMemo(() => ({ lit, light, uses: uses ?? [] }), [lit, uses]);
  return <LitContext.Provider value={place}>{children}</LitContext.Provider>;
}

export const useLit = () => useContext(LitContext);

const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

/** "orders.order_date" is the column order_date; a table has no column. */
function columnOf(use: WordUse): string[] {
  const at = use.of?.lastIndexOf(".") ?? -1;
  return use.of && at >= 0 ? [use.of.slice(at + 1)] : [];
}

export function ofWords(words: readonly Span[], uses: readonly WordUse[]): Lit {
  const own = uses.filter((use) => words.some((word) => overlap(word, use.span)));
  return { words, columns: [...new Set(own.flatMap(columnOf))] };
}

export function ofStep(step: TraceStep, uses: readonly WordUse[]): Lit {
  return ofWords(step.words, uses);
}

export function ofColumn(name: string, uses: readonly WordUse[]): Lit {
  return {
    words: uses.filter((use) => columnOf(use).includes(name)).map((use) => use.span),
    columns: [name],
  };
}

export const litWord = (lit: Lit | null, word: Span) => lit?.words.some((w) => overlap(w, word)) ?? false;

export function litStep(lit: Lit | null, step: TraceStep, uses: readonly WordUse[]): boolean {
  if (lit === null) return false;
  const own = ofStep(step, uses);
  return (
    own.words.some((word) => litWord(lit, word)) || own.columns.some((column) => lit.columns.includes(column))
  );
}

export const litColumn = (lit: Lit | null, name: string) => lit?.columns.includes(name) ?? false;
