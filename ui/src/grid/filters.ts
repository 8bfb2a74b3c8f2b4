// Filters in words, and which a column can have.
import type { Dialect, GridTest, GridView, TypeKind } from "../contract";
import { isNumeric } from "../format/cell";

export type TestName = GridTest["is"];

const NAMES: Record<TestName, string> = {
  contains: "contains",
  equals: "is",
  less: "is less than",
  more: "is more than",
  between: "is between",
  empty: "is empty",
  not_empty: "is not empty",
};
const DAYS: Partial<Record<TestName, string>> = { less: "is before", more: "is after" };

const isDay = (kind: TypeKind) => kind === "date" || kind === "timestamp";

export function testsFor(kind: TypeKind, dialect: Dialect | null): TestName[] {
  if (isNumeric(kind) || isDay(kind)) return ["equals", "less", "more", "between", "empty", "not_empty"];
  // There, a column of any type may hold numbers, and an expression has no type at all.
  if (dialect === "sqlite" && kind === "other")
    return ["contains", "equals", "less", "more", "between", "empty", "not_empty"];
  return ["contains", "equals", "empty", "not_empty"];
}

export const nameOf = (test: TestName, kind: TypeKind) => (isDay(kind) && DAYS[test]) || NAMES[test];

export const isDayKind = isDay;

export function testOf(is: TestName, value: string, high: string): GridTest {
  if (is === "empty" || is === "not_empty") return { is };
  if (is === "between") return { is, low: value, high };
  return { is, value };
}

/** “country contains an”. */
export function says(name: string, kind: TypeKind, test: GridTest): string {
  const words = `${name} ${nameOf(test.is, kind)}`;
  if (test.is === "between") return `${words} ${test.low} and ${test.high}`;
  return "value" in test ? `${words} ${test.value}` : words;
}

export const isPlain = (view: GridView) => view.sort === null && view.filters.length === 0;
