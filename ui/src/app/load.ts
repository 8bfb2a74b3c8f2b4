// Something fetched: every pane that shows one draws all four.
import type { Problem } from "../contract";

export type Load<T> =
  | { is: "idle" }
  | { is: "loading" }
  | { is: "ready"; value: T }
  | { is: "failed"; problem: Problem };

export const idle: Load<never> = { is: "idle" };
export const loading: Load<never> = { is: "loading" };

export function ready<T>(value: T): Load<T> {
  return { is: "ready", value };
}
export function failed(problem: Problem): Load<never> {
  return { is: "failed", problem };
}
export function got<T>(load: Load<T>): T | null {
  return load.is === "ready" ? load.value : null;
}
