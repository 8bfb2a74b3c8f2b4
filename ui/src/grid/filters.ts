// Filters in words, and which a column can have.
import type { Cell, Dialect, GridFilter, GridTest, GridView, TypeKind } from "../contract";
import { has, isNumeric, raw } from "../format/cell";
import { t } from "../text";
import "../text/en/grid";

export type TestName = GridTest["is"];

/** By which messages a test is said. */
const MESSAGES = {
  contains: "contains",
  equals: "equals",
  not_equals: "notEquals",
  less: "less",
  more: "more",
  between: "between",
  empty: "empty",
  not_empty: "notEmpty",
} as const satisfies Record<TestName, string>;

const isDay = (kind: TypeKind) => kind === "date" || kind === "timestamp";

export function testsFor(kind: TypeKind, dialect: Dialect | null): TestName[] {
  if (isNumeric(kind) || isDay(kind))
    return ["equals", "not_equals", "less", "more", "between", "empty", "not_empty"];
  // There, a column of any type may hold numbers, and an expression has no type at all.
  if (dialect === "sqlite" && kind === "other")
    return ["contains", "equals", "not_equals", "less", "more", "between", "empty", "not_empty"];
  return ["contains", "equals", "not_equals", "empty", "not_empty"];
}

function messageOf(test: TestName, kind: TypeKind) {
  if (isDay(kind) && test === "less") return "before";
  if (isDay(kind) && test === "more") return "after";
  return MESSAGES[test];
}

export const nameOf = (test: TestName, kind: TypeKind) => t(`grid.test.${messageOf(test, kind)}`);

export const isDayKind = isDay;

export function testOf(is: TestName, value: string, high: string): GridTest {
  if (is === "empty" || is === "not_empty") return { is };
  if (is === "between") return { is, low: value, high };
  return { is, value };
}

/** “country contains an”. */
export function says(name: string, kind: TypeKind, test: GridTest): string {
  const parts =
    test.is === "between"
      ? { low: test.low, high: test.high }
      : { value: "value" in test ? short(test.value, CHIP) : "" };
  return t(`grid.says.${messageOf(test.is, kind)}`, { column: name, ...parts });
}

/** Characters of a value that a chip and a menu have room for. */
const CHIP = 60;
const ITEM = 28;
/** A text that is longer is one of its kind anyway. */
const LONGEST = 1_000;

const short = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most).join("").trimEnd()}…` : text;

/** What the two filters made of a cell are called, or why there can be none. */
export type Wanted = { can: true; only: string; without: string } | { can: false; why: string };

function both(as: "empty" | "blanks" | "text" | "value", value = ""): Wanted {
  return { can: true, only: t(`grid.only.${as}`, { value }), without: t(`grid.without.${as}`, { value }) };
}

/** `shown`: as the grid writes it. */
export function wantedOf(cell: Cell, shown: string): Wanted {
  if (cell === null || cell === "") return both("empty");
  if (typeof cell === "string") {
    if (cell.length > LONGEST) return { can: false, why: t("grid.no.long") };
    const words = cell.replace(/\s+/g, " ").trim();
    return words === "" ? both("blanks") : both("text", short(words, ITEM));
  }
  if (typeof cell === "object") {
    const day = has(cell, "date") || has(cell, "time") || has(cell, "timestamp");
    const figure = has(cell, "int") || (has(cell, "decimal") && /\d/.test(cell.decimal));
    if (!day && !figure) return { can: false, why: t("grid.no.kind") };
  }
  return both("value", shown);
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
