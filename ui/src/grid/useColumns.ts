// Which columns a grid shows, in which order, how wide, and how many of them stay in sight.
import { useMemo, useState } from "react";
import type { ResultSet } from "../contract";
import { widths } from "./columns";

const MIN_WIDTH = 48;

export interface Columns {
  /** Places in the result, as they are shown from left to right. */
  order: readonly number[];
  hidden: readonly number[];
  /** By place in the result. */
  sizes: readonly number[];
  /** So many of the first stay in sight. */
  frozen: number;
  resize(column: number, width: number): void;
  fit(column: number): void;
  /** From and to as they are shown. */
  move(from: number, to: number): void;
  hide(column: number): void;
  bring(column: number): void;
  freeze(count: number): void;
}

export function useColumns(result: ResultSet): Columns {
  const names = result.columns.map((c) => c.name).join("\u0000");
  const [state, setState] = useState({ names: "", order: [] as number[], sizes: [] as number[], frozen: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are the columns
  const start = useMemo(
    () => ({ names, order: result.columns.map((_, n) => n), sizes: widths(result), frozen: 0 }),
    [names],
  );
  const now = state.names === names ? state : start;
  const set = (change: (old: typeof now) => Partial<typeof now>) =>
    setState((old) => {
      const base = old.names === names ? old : start;
      return { ...base, ...change(base) };
    });
  const { order, sizes, frozen } = now;
  const hidden = useMemo(() => {
    const shown = new Set(order);
    return sizes.map((_, n) => n).filter((n) => !shown.has(n));
  }, [order, sizes]);
  return {
    order,
    hidden,
    sizes,
    frozen,
    resize: (column, width) =>
      set((old) => ({ sizes: old.sizes.with(column, Math.max(MIN_WIDTH, Math.round(width))) })),
    fit: (column) => set((old) => ({ sizes: old.sizes.with(column, widths(result, 2_000)[column] ?? 120) })),
    move: (from, to) =>
      set((old) => {
        const moved = old.order[from];
        if (moved === undefined || to < 0 || to >= old.order.length) return {};
        const next = old.order.toSpliced(from, 1).toSpliced(to, 0, moved);
        return { order: next };
      }),
    hide: (column) =>
      set((old) => {
        const at = old.order.indexOf(column);
        if (at < 0 || old.order.length === 1) return {};
        return { order: old.order.toSpliced(at, 1), frozen: at < old.frozen ? old.frozen - 1 : old.frozen };
      }),
    bring: (column) =>
      set((old) => {
        if (old.order.includes(column)) return {};
        const after = old.order.findIndex((n) => n > column);
        return { order: old.order.toSpliced(after < 0 ? old.order.length : after, 0, column) };
      }),
    freeze: (count) => set(() => ({ frozen: count })),
  };
}
