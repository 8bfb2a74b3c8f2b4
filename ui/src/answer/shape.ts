// A chart as a person wants it: other fields, another order, only the first few, another colour. In: the result and the wish.
// Out: the chart's data, or why there is none.
import type { Cell, Chart, ResultSet, TypeKind } from "../contract";
import { asNumber, isNumeric, raw } from "../format/cell";
import { t } from "../text";
import { type Facts, grainOf, type Kind, kindsFor, type Point } from "./chart";
import "../text/en/answerMore";
import "../text/en/format";

export type Sort = "as" | "high" | "low" | "name";

export interface Shape {
  /** null: as it was drawn at first. */
  kind: Kind | null;
  /** Columns of the result; null: the fields that were chosen for it. */
  fields: { label: number; value: number; series: number | null } | null;
  sort: Sort;
  /** null: all. */
  top: number | null;
  /** Among the window's colours. */
  colour: number;
}

export const PLAIN: Shape = { kind: null, fields: null, sort: "as", top: null, colour: 0 };

/** More colours than this are told apart by nobody. */
const SERIES = 8;

export function isPlain(shape: Shape): boolean {
  return JSON.stringify({ ...shape, kind: null }) === JSON.stringify(PLAIN);
}

/** Columns by what they can be. */
export function fieldsOf(result: ResultSet): { figures: number[]; names: number[] } {
  const all = result.columns.map((_, n) => n);
  const figures = all.filter((n) => isFigure(result, n));
  const names = all.filter((n) => !NEVER.includes(result.columns[n]?.kind ?? "other"));
  return { figures, names };
}

/** These have no names to stand along an axis. */
const NEVER: readonly TypeKind[] = ["blob", "json", "list", "struct"];

function isFigure(result: ResultSet, column: number): boolean {
  const kind = result.columns[column]?.kind;
  if (kind !== undefined && isNumeric(kind)) return true;
  // SQLite says nothing of a computed column's type; its values do.
  return (
    result.rows.length > 0 &&
    result.rows.every((row) => row[column] === null || asNumber(row[column] ?? null) !== null)
  );
}

const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[ T]00:00(:00(\.0+)?)?(\+00|Z)?$/;

function word(cell: Cell): string {
  if (cell === null) return t("answer.chart.none");
  const text = raw(cell);
  return text === "" ? t("format.empty") : (MIDNIGHT.exec(text)?.[1] ?? text);
}

/** Why these fields make no picture; null: they do. */
export function hindrance(result: ResultSet, fields: NonNullable<Shape["fields"]>): string | null {
  const { label, value, series } = fields;
  const name = (n: number) => result.columns[n]?.name ?? "";
  if (label === value) return t("answer.change.sameField", { name: name(label) });
  if (series === label || series === value) return t("answer.change.drawnAlready", { name: name(series) });
  if (series !== null) {
    const different = new Set(result.rows.map((row) => word(row[series] ?? null))).size;
    if (different > SERIES)
      return t("answer.change.tooMany", { name: name(series), different, most: SERIES });
  }
  const keys = result.rows.map((row) =>
    [label, ...(series === null ? [] : [series])].map((n) => word(row[n] ?? null)).join("\u0000"),
  );
  if (new Set(keys).size < keys.length)
    return series === null
      ? t("answer.change.twice", { label: name(label) })
      : t("answer.change.twiceSeries", { label: name(label), series: name(series) });
  return null;
}

function from(result: ResultSet, fields: NonNullable<Shape["fields"]>): Facts {
  const { label, value, series } = fields;
  const name = (n: number) => result.columns[n]?.name.replace(/_/g, " ") ?? "";
  const other = fieldsOf(result).figures.find((n) => n !== value && n !== label);
  const points = result.rows.map(
    (row): Point => ({
      label: word(row[label] ?? null),
      value: asNumber(row[value] ?? null),
      ...(series === null ? {} : { series: word(row[series] ?? null) }),
      ...(other === undefined || series !== null ? {} : { other: asNumber(row[other] ?? null) }),
    }),
  );
  const time = grainOf(points);
  return {
    points,
    label: name(label),
    value: name(value),
    series: series === null ? null : name(series),
    other: other === undefined || series !== null ? null : name(other),
    drawn: time !== null && points.length > 2 ? "line" : series === null ? "bar" : "stacked",
    time,
    lying: false,
  };
}

/** The chart's data as it is wished for; fields that make no picture leave it as it was. */
export function shaped(first: Facts, result: ResultSet, shape: Shape): Facts {
  const { fields, sort, top } = shape;
  const facts = fields === null || hindrance(result, fields) !== null ? first : from(result, fields);
  const sums = new Map<string, number>();
  for (const { label, value } of facts.points) sums.set(label, (sums.get(label) ?? 0) + (value ?? 0));
  const labels = [...sums.keys()];
  const letters = new Intl.Collator(undefined, { numeric: true });
  const sum = (label: string) => sums.get(label) ?? 0;
  const order: Record<Sort, (a: string, b: string) => number> = {
    as: () => 0,
    high: (a, b) => sum(b) - sum(a),
    low: (a, b) => sum(a) - sum(b),
    name: letters.compare,
  };
  // The first few are the highest, whatever order they then stand in.
  const kept = new Set(
    top === null ? labels : [...labels].sort(order[sort === "low" ? "low" : "high"]).slice(0, top),
  );
  const place = new Map([...labels].sort(order[sort]).map((label, n) => [label, n]));
  const points = facts.points
    .filter((point) => kept.has(point.label))
    .sort((a, b) => (place.get(a.label) ?? 0) - (place.get(b.label) ?? 0));
  return {
    ...facts,
    points,
    colour: shape.colour,
    // In the order of a figure, times are names.
    ...(sort === "high" || sort === "low"
      ? { time: null, drawn: facts.drawn === "line" ? "bar" : facts.drawn }
      : {}),
    of: kept.size < labels.length ? { all: labels.length, lowest: sort === "low" } : undefined,
  };
}

/** The engine's title says nothing of other fields. */
export function titleOf(chart: Chart, facts: Facts, shape: Shape): string {
  return shape.fields === null
    ? chart.title
    : t("answer.chart.title", { value: facts.value, label: facts.label });
}

/** As it is drawn: as it was wished for, where the data still allows that. */
export function kindOf(facts: Facts, shape: Shape): Kind {
  return shape.kind !== null && kindsFor(facts).includes(shape.kind) ? shape.kind : facts.drawn;
}
