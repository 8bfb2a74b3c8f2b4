// What each key does in a grid that has the focus.
import type { KeyboardEvent } from "react";
import type { Place } from "./selection";

/** Pixels that a column gains or loses at a time. */
const STEP = 24;

export interface Keyed {
  active: Place;
  rows: number;
  columns: number;
  /** Rows that are in sight at once. */
  page: number;
  go(to: Place, extend: boolean): void;
  move(col: number, way: "left" | "right"): void;
  widen(col: number, by: number): void;
  /** On a heading. */
  press(col: number): void;
  inspect(): void;
  menu(): void;
  find(): void;
  all(): void;
  copy(named: boolean): void;
}

/** Whether the key was the grid's. */
export function gridKey(e: KeyboardEvent, grid: Keyed): boolean {
  const { row, col } = grid.active;
  const [lastRow, lastCol] = [grid.rows - 1, grid.columns - 1];
  const far = e.ctrlKey || e.metaKey;
  const to = (place: Place) => grid.go(place, e.shiftKey);
  const sideways = (way: "left" | "right") => {
    const by = way === "right" ? 1 : -1;
    if (e.altKey && e.shiftKey)
      grid.move(way === "right" ? Math.min(col, lastCol - 1) : Math.max(col, 1), way);
    else if (e.altKey) grid.widen(col, by * STEP);
    else to({ row, col: far ? (way === "right" ? lastCol : 0) : col + by });
  };
  switch (e.key) {
    case "ArrowDown":
      to({ row: far ? lastRow : row + 1, col });
      return true;
    case "ArrowUp":
      to({ row: far ? 0 : row - 1, col });
      return true;
    case "ArrowRight":
      sideways("right");
      return true;
    case "ArrowLeft":
      sideways("left");
      return true;
    case "Home":
      to({ row: far ? 0 : row, col: 0 });
      return true;
    case "End":
      to({ row: far ? lastRow : row, col: lastCol });
      return true;
    case "PageDown":
      to({ row: row + grid.page, col });
      return true;
    case "PageUp":
      to({ row: Math.max(0, row - grid.page), col });
      return true;
    case "Enter":
    case " ":
      if (row < 0) grid.press(col);
      else grid.inspect();
      return true;
    case "ContextMenu":
      grid.menu();
      return true;
    case "F10":
      if (e.shiftKey) grid.menu();
      return e.shiftKey;
    case "f":
      if (far) grid.find();
      return far;
    case "a":
      if (far) grid.all();
      return far;
    case "c":
    case "C":
      if (far) grid.copy(e.shiftKey);
      return far;
    default:
      return false;
  }
}
