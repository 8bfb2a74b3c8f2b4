// A chart as data: what its fields stand for, in which ways it can be drawn, and what it shows, in a sentence.
import type { Chart } from "../contract";
import { compact, exactly } from "../format/compact";

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
  bar: "Bars",
  line: "Line",
  area: "Area",
  stacked: "Stacked bars",
  scatter: "Scatter",
  pie: "Pie",
  histogram: "Histogram",
  heat: "Heat map",
};

/** Milliseconds since 1970 UTC; all times of a chart are read and written in UTC. */
export function instant(label: string): number {
  const [date = "", time = "00:00:00"] = label.replace(/(\+00|Z)$/, "").split(/[ T]/);
  const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A name within a sentence: nouns keep their capitals, and so does VAT. */
function inside(name: string): string {
  return /^\p{Lu}\p{Lu}/u.test(name) ? name : name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** "Mar 2024", "5 Mar 2024", as the reader writes them; a label that is no time as it is. */
export function timeWords(label: string, grain: Grain | null, locale?: string): string {
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
  const labels = new Set(facts.points.map((p) => p.label)).size;
  if (kind === "histogram" && high && low)
    return `Histogram: how often each ${inside(facts.value)} occurs among ${labels}, from ${exactly(low.value, locale)} to ${exactly(high.value, locale)}.`;
  const by = facts.series === null ? "" : ` and ${inside(facts.series)}`;
  const what = `${NAMES[kind]}: ${inside(facts.value)} by ${inside(facts.label)}${by}, ${inAll(facts, labels)}.`;
  if (!high || !low) return `${what} No figure is recorded.`;
  if (high.value === low.value) return `${what} Each is ${exactly(high.value, locale)}.`;
  const ends = `Highest: ${name(high)} with ${exactly(high.value, locale)}; lowest: ${name(low)} with ${exactly(low.value, locale)}.`;
  const first = known[0];
  const last = known.at(-1);
  if (facts.time === null || facts.series !== null || !first || !last) return `${what} ${ends}`;
  const way = last.value > first.value ? "rises" : last.value < first.value ? "falls" : "comes back";
  return `${what} From ${name(first)} to ${name(last)} it ${way} from ${compact(first.value, locale)} to ${compact(last.value, locale)}. ${ends}`;
}

/** "12 in all", "the 10 highest of 34". */
export function inAll({ of }: Facts, shown: number): string {
  return of ? `the ${shown} ${of.lowest ? "lowest" : "highest"} of ${of.all}` : `${shown} in all`;
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
