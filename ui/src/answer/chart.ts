// A chart as data: what its fields stand for, in which ways it can be drawn, and what it shows, in a sentence.
import type { Chart } from "../contract";
import { compact, exactly } from "../format/compact";
import { dates, spoken, t } from "../text";
import "../text/en/answerMore";

export type Kind = "bar" | "line" | "area" | "stacked" | "scatter" | "pie" | "histogram" | "heat";

export interface Point {
  label: string;
  value: number | null;
  series?: string;
  other?: number | null;
}

export interface Facts {
  points: Point[];
  /** What the fields are called; null: there is no such field. */
  label: string;
  value: string;
  series: string | null;
  other: string | null;
  /** How the engine draws it. */
  drawn: Kind;
  time: Grain | null;
  /** Bars that lie on their side, because their names are long or many. */
  lying: boolean;
  /** Which of the window's colours comes first; absent: the first. */
  colour?: number;
  /** Only some of the names are drawn. */
  of?: { all: number; lowest: boolean };
}

/** How fine the times of the labels are. */
export type Grain = "year" | "month" | "day" | "moment";

const SLICES = 7;
/** Fewer figures have no shape. */
const SPREAD = 20;

interface Encoded {
  field?: string;
  type?: string;
  title?: string;
}
interface Written {
  data: { values: Point[] };
  mark: { type: string };
  encoding: { x: Encoded; y: Encoded; color?: Encoded };
  usermeta?: { label: string; value: string; series: string | null; other: string | null };
}

export function factsOf(chart: Chart): Facts {
  const spec = JSON.parse(chart.spec) as Written;
  const { x, y } = spec.encoding;
  const lying = y.field === "label";
  const label = lying ? y : x;
  const points = spec.data.values;
  // Runs of older versions have no `usermeta`.
  const names = spec.usermeta ?? {
    label: label.title ?? "",
    value: (lying ? x : y).title ?? "",
    series: null,
    other: null,
  };
  const drawn: Kind = spec.mark.type === "line" ? "line" : names.series !== null ? "stacked" : "bar";
  return { ...names, points, drawn, lying, time: drawn === "line" ? grainOf(points) : null };
}

export function grainOf(points: Point[]): Grain | null {
  const all = (shape: RegExp) => points.length > 0 && points.every((p) => shape.test(p.label));
  if (all(/^\d{4}$/)) return "year";
  if (all(/^\d{4}-\d{2}$/)) return "month";
  if (all(/^\d{4}-\d{2}-\d{2}$/)) return "day";
  if (all(/^\d{4}-\d{2}-\d{2}[ T]00:00(:00)?/)) return "day";
  if (all(/^\d{4}-\d{2}-\d{2}[ T]/)) return "moment";
  return null;
}

/** The ways in which this data makes a picture, the engine's own first. */
export function kindsFor(facts: Facts): Kind[] {
  const figures = facts.points.flatMap((p) => (p.value === null ? [] : [p.value]));
  const positive = figures.length > 0 && figures.every((v) => v >= 0);
  const kinds: Kind[] = [facts.drawn, "bar"];
  if (facts.points.length > 2) kinds.push("line");
  if (facts.points.length > 2 && positive) kinds.push("area");
  if (facts.series !== null && positive) kinds.push("stacked");
  if (facts.other !== null) kinds.push("scatter");
  if (facts.series !== null) kinds.push("heat");
  if (facts.series === null && new Set(figures).size >= SPREAD) kinds.push("histogram");
  // Shares of a whole: few, none below zero, not over time.
  const shares = facts.series === null && facts.time === null && facts.points.length <= SLICES;
  if (shares && positive && figures.some((v) => v > 0)) kinds.push("pie");
  return [...new Set(kinds)];
}

export const NAMES: Record<Kind, string> = {
  bar: t("answer.chart.kinds.bar"),
  line: t("answer.chart.kinds.line"),
  area: t("answer.chart.kinds.area"),
  stacked: t("answer.chart.kinds.stacked"),
  scatter: t("answer.chart.kinds.scatter"),
  pie: t("answer.chart.kinds.pie"),
  histogram: t("answer.chart.kinds.histogram"),
  heat: t("answer.chart.kinds.heat"),
};

/** Milliseconds since 1970 UTC; all times of a chart are read and written in UTC. */
export function instant(label: string): number {
  const [date = "", time = "00:00:00"] = label.replace(/(\+00|Z)$/, "").split(/[ T]/);
  const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A name within a sentence: nouns keep their capitals in German, and VAT does anywhere. */
function inside(name: string): string {
  if (spoken() === "de" || /^\p{Lu}\p{Lu}/u.test(name)) return name;
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** "Mar 2024", "5 Mar 2024", as the reader writes them; a label that is no time as it is. */
export function timeWords(label: string, grain: Grain | null, locale = dates()): string {
  if (grain === null || grain === "year") return label;
  const parts: Record<Exclude<Grain, "year">, Intl.DateTimeFormatOptions> = {
    month: { month: "short", year: "numeric" },
    day: { day: "numeric", month: "short", year: "numeric" },
    moment: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  };
  return new Intl.DateTimeFormat(locale, { ...parts[grain], timeZone: "UTC" }).format(instant(label));
}

/** What the picture shows, for whoever cannot see it. */
export function described(facts: Facts, kind: Kind, locale?: string): string {
  const known = facts.points.filter((p): p is Point & { value: number } => p.value !== null);
  const high = known.reduce<(typeof known)[number] | null>((m, p) => (!m || p.value > m.value ? p : m), null);
  const low = known.reduce<(typeof known)[number] | null>((m, p) => (!m || p.value < m.value ? p : m), null);
  const name = (p: Point) => {
    const label = timeWords(p.label, facts.time, locale);
    return p.series === undefined ? label : `${label}, ${p.series}`;
  };
  const figure = (value: number) => exactly(value, locale);
  const labels = new Set(facts.points.map((p) => p.label)).size;
  const value = inside(facts.value);
  if (kind === "histogram" && high && low)
    return t("answer.described.histogram", {
      value,
      labels,
      low: figure(low.value),
      high: figure(high.value),
    });
  const what = whatBy(facts, kind, labels);
  if (!high || !low) return `${what} ${t("answer.described.noFigure")}`;
  if (high.value === low.value) return `${what} ${t("answer.described.same", { value: figure(high.value) })}`;
  const ends = t("answer.described.ends", {
    high: name(high),
    most: figure(high.value),
    low: name(low),
    least: figure(low.value),
  });
  const first = known[0];
  const last = known.at(-1);
  if (facts.time === null || facts.series !== null || !first || !last) return `${what} ${ends}`;
  const way = last.value > first.value ? "rises" : last.value < first.value ? "falls" : "comesBack";
  const course = t(`answer.described.${way}`, {
    first: name(first),
    last: name(last),
    from: compact(first.value, locale),
    to: compact(last.value, locale),
  });
  return `${what} ${course} ${ends}`;
}

/** "Bars: turnover by region, the 10 highest of 34." */
function whatBy(facts: Facts, kind: Kind, shown: number): string {
  const part = facts.of === undefined ? "all" : facts.of.lowest ? "lowest" : "highest";
  const said = {
    kind: NAMES[kind],
    value: inside(facts.value),
    label: inside(facts.label),
    shown,
    of: facts.of?.all ?? shown,
  };
  if (facts.series === null) return t(`answer.described.${part}`, said);
  const both = { all: "seriesAll", lowest: "seriesLowest", highest: "seriesHighest" } as const;
  return t(`answer.described.${both[part]}`, { ...said, series: inside(facts.series) });
}

/** The data as a spreadsheet takes it from the clipboard. */
export function dataText(facts: Facts): string {
  const field = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const head = [facts.label, facts.series, facts.other, facts.value].filter((n): n is string => n !== null);
  const lines = facts.points.map((p) => {
    const cells = [p.label];
    if (facts.series !== null) cells.push(p.series ?? "");
    if (facts.other !== null) cells.push(p.other === null || p.other === undefined ? "" : String(p.other));
    cells.push(p.value === null ? "" : String(p.value));
    return cells.map(field).join("\t");
  });
  return [head.map(field).join("\t"), ...lines].join("\n");
}
