// Filters in words, and which a column can have.
import type { Cell, Dialect, GridFilter, GridTest, GridView, TypeKind } from "../contract";
import { has, isNumeric, raw } from "../format/cell";

export type TestName = GridTest["is"];

const NAMES: Record<TestName, string> = {
  contains: "contains",
  equals: "is",
  not_equals: "is not",
  less: "is less than",
  more: "is more than",
  between: "is between",
  empty: "is empty",
  not_empty: "is not empty",
};
const DAYS: Partial<Record<TestName, string>> = { less: "is before", more: "is after" };

const isDay = (kind: TypeKind) => kind === "date" || kind === "timestamp";

export function testsFor(kind: TypeKind, dialect: Dialect | null): TestName[] {
  if (isNumeric(kind) || isDay(kind))
    return ["equals", "not_equals", "less", "more", "between", "empty", "not_empty"];
  // There, a column of any type may hold numbers, and an expression has no type at all.
  if (dialect === "sqlite" && kind === "other")
    return ["contains", "equals", "not_equals", "less", "more", "between", "empty", "not_empty"];
  return ["contains", "equals", "not_equals", "empty", "not_empty"];
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
  return "value" in test ? `${words} ${short(test.value, CHIP)}` : words;
}

/** Characters of a value that a chip and a menu have room for. */
const CHIP = 60;
const ITEM = 28;
/** A text that is longer is one of its kind anyway. */
const LONGEST = 1_000;

const short = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most).join("").trimEnd()}…` : text;

/** What a filter made of a cell is called, or why there can be none. */
export interface Wanted {
  can: boolean;
  says: string;
}

/** `shown`: as the grid writes it. */
export function wantedOf(cell: Cell, shown: string): Wanted {
  if (cell === null || cell === "") return { can: true, says: "where this is empty" };
  if (typeof cell === "string")
    return cell.length > LONGEST
      ? { can: false, says: "The text is too long to look for." }
      : { can: true, says: `with “${short(cell.replace(/\s+/g, " ").trim() || "blanks", ITEM)}”` };
  if (typeof cell === "object") {
    const day = has(cell, "date") || has(cell, "time") || has(cell, "timestamp");
    const figure = has(cell, "int") || (has(cell, "decimal") && /\d/.test(cell.decimal));
    if (!day && !figure) return { can: false, says: "No filter compares values of this kind." };
  }
  return { can: true, says: `with ${shown}` };
}

/** The filters with those of the cell's column changed, so that its value alone is kept, or is left out. */
export function narrowed(
  filters: readonly GridFilter[],
  column: number,
  cell: Cell,
  keep: boolean,
): GridFilter[] {
  const bare = cell === null || cell === "";
  const value = raw(cell);
  const test: GridTest = bare
    ? { is: keep ? "empty" : "not_empty" }
    : { is: keep ? "equals" : "not_equals", value };
  const same = JSON.stringify(test);
  // One value alone makes the column's other filters idle; several can be left out one after the other.
  const others = filters.filter((f) => f.column !== column || (!keep && JSON.stringify(f.test) !== same));
  return [...others, { column, test }];
}

export const isPlain = (view: GridView) => view.sort === null && view.filters.length === 0;
