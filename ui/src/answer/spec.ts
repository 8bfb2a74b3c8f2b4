// The picture of a chart's data in one of its ways, as a Vega-Lite specification.
import type { Facts, Grain, Kind, Point } from "./chart";
import { instant, timeWords } from "./chart";
import { figures } from "../format/numbers";
import { type Language, spoken, t } from "../text";
import "../text/en/answerMore";

/** More bars than this have no room for a number at each. */
const NUMBERED = 12;
const LONG_LABEL = 12;
const MANY = 8;
/** Pixels; lying bars take a line each. */
const HEIGHT = 280;
const BAR = 26;

type Spec = Record<string, unknown>;

/** `compact` and `exactly` are formats that `vega.ts` knows. */
export function specFor(facts: Facts, kind: Kind): Spec {
  const time =
    facts.time !== null &&
    facts.time !== "year" &&
    kind !== "scatter" &&
    kind !== "pie" &&
    kind !== "heat" &&
    kind !== "histogram";
  const values = facts.points.map((p) => ({
    ...p,
    at: time ? instant(p.label) : undefined,
    said: timeWords(p.label, facts.time),
  }));
  const spec: Spec = {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    data: { values },
    height: HEIGHT,
  };
  switch (kind) {
    case "pie":
      return { ...spec, ...pie(facts) };
    case "scatter":
      return { ...spec, ...scatter(facts) };
    case "histogram":
      return { ...spec, ...histogram(facts) };
    case "heat":
      return { ...spec, ...heat(facts) };
    case "line":
    case "area":
      return { ...spec, ...flow(facts, kind, time) };
    case "bar":
    case "stacked":
      return { ...spec, ...bars(facts, kind, time) };
  }
}

/** The same for other programs, which know neither of our formats. */
export function plainSpec({ title, facts, kind }: { title: string; facts: Facts; kind: Kind }): Spec {
  const plain = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(plain);
    if (typeof part !== "object" || part === null) return part;
    const { formatType, ...others } = part as Spec;
    if (formatType === "compact") others.format = "~s";
    if (formatType === "exactly") others.format = ",";
    return Object.fromEntries(Object.entries(others).map(([key, value]) => [key, plain(value)]));
  };
  const { $schema, data, ...others } = specFor(facts, kind);
  return { $schema, title, data, ...(plain(others) as Spec) };
}

function tooltip(facts: Facts): Spec[] {
  const of = (field: string, title: string | null, number = false) =>
    title === null
      ? []
      : [{ field, title, type: number ? "quantitative" : "nominal", ...(number ? EXACT : {}) }];
  return [
    ...of("said", facts.label),
    ...of("series", facts.series),
    ...of("other", facts.other, true),
    ...of("value", facts.value, true),
  ];
}

const EXACT = { formatType: "exactly", format: "" };
const SHORT = { formatType: "compact", format: "" };

function measure(facts: Facts, stack: boolean): Spec {
  const whole = facts.points.every((p) => p.value === null || Number.isInteger(p.value));
  return {
    field: "value",
    type: "quantitative",
    title: facts.value,
    stack: stack ? "zero" : null,
    axis: {
      ...SHORT,
      // One axis writes its figures in one way.
      format: String(largest(facts)),
      tickCount: 5,
      labelOverlap: true,
      ...(whole ? { tickMinStep: 1 } : {}),
    },
  };
}

function largest(facts: Facts): number {
  return Math.max(0, ...facts.points.map((p) => Math.abs(p.value ?? 0)));
}

const GRAIN: Record<Language, Record<Exclude<Grain, "year">, string>> = {
  en: { month: "%b %Y", day: "%-d %b %Y", moment: "%-d %b %H:%M" },
  de: { month: "%b %Y", day: "%-d. %b %Y", moment: "%-d. %b %H:%M" },
};

/** Labels lie flat, and as many of them as do not touch. */
function along(facts: Facts, time: boolean): Spec {
  if (!time || facts.time === null || facts.time === "year")
    return {
      field: "label",
      type: "ordinal",
      sort: null,
      title: facts.label,
      axis: { labelAngle: 0, labelOverlap: true, labelLimit: 120, labelSeparation: 6 },
    };
  return {
    field: "at",
    type: "temporal",
    title: facts.label,
    scale: { type: "utc" },
    axis: {
      format: GRAIN[spoken()][facts.time],
      labelAngle: 0,
      labelOverlap: true,
      labelSeparation: 12,
      labelFlush: true,
      tickCount: facts.time === "month" ? { interval: "month", step: step(facts.points) } : 6,
    },
  };
}

/** Months between two marks, so that about six stand along the axis. */
function step(points: Point[]): number {
  const months = new Set(points.map((p) => p.label)).size;
  return [1, 2, 3, 6, 12, 24, 60].find((n) => months / n <= 8) ?? 120;
}

function colour(facts: Facts): Spec {
  if (facts.series === null) return {};
  return {
    color: { field: "series", type: "nominal", title: facts.series, sort: null, legend: { orient: "top" } },
  };
}

function flow(facts: Facts, kind: "line" | "area", time: boolean): Spec {
  const mark =
    kind === "line"
      ? { type: "line", point: facts.points.length <= 60 }
      : { type: "area", line: true, fillOpacity: facts.series === null ? 0.25 : 0.75 };
  return {
    mark,
    encoding: {
      x: along(facts, time),
      y: measure(facts, kind === "area"),
      ...colour(facts),
      tooltip: tooltip(facts),
    },
  };
}

function bars(facts: Facts, kind: "bar" | "stacked", time: boolean): Spec {
  const labels = [...new Set(facts.points.map((p) => p.label))];
  const longest = Math.max(0, ...labels.map((l) => l.length));
  const lying = facts.time === null && (facts.lying || longest > LONG_LABEL || labels.length > MANY);
  const stacked = kind === "stacked";
  const beside = facts.series !== null && !stacked;
  const name: Spec = {
    field: time ? "said" : "label",
    type: "nominal",
    sort: null,
    title: lying ? null : facts.label,
    axis: lying
      ? { labelLimit: 220, ticks: false, domain: false }
      : { labelAngle: 0, labelOverlap: true, labelLimit: 110, labelSeparation: 6 },
  };
  const value = measure(facts, stacked);
  const numbered = facts.series === null && labels.length <= NUMBERED;
  // Lines would run through the numbers, and say the same.
  if (numbered) Object.assign(value.axis as Spec, { grid: false });
  // Numbers below bars keep clear of the names at the foot.
  if (numbered && facts.points.some((p) => (p.value ?? 0) < 0))
    value.scale = { ...(value.scale as Spec), padding: 18 };
  const encoding = {
    ...(lying ? { x: value, y: name } : { x: name, y: value }),
    ...(beside ? { [lying ? "yOffset" : "xOffset"]: { field: "series", sort: null } } : {}),
    ...colour(facts),
    tooltip: tooltip(facts),
  };
  const height = lying ? { height: { step: beside ? BAR / 2 : BAR } } : {};
  if (!numbered) return { ...height, mark: { type: "bar" }, encoding };
  // A number at the end of each bar, where there is room for it; a bar below nought ends at its other side.
  const side = (below: string, above: string) => ({ expr: `datum.value < 0 ? ${below} : ${above}` });
  const end = lying
    ? { type: "text", align: side("'right'", "'left'"), dx: side("-5", "5") }
    : { type: "text", baseline: side("'top'", "'bottom'"), dy: side("4", "-4") };
  return {
    ...height,
    encoding,
    layer: [
      { mark: { type: "bar" } },
      { mark: { ...end, tooltip: false }, encoding: { text: { field: "value", ...SHORT } } },
    ],
  };
}

function scatter(facts: Facts): Spec {
  const axis = { ...SHORT, tickCount: 6, labelOverlap: true };
  return {
    mark: { type: "point", filled: true, size: 70, opacity: 0.75 },
    encoding: {
      x: {
        field: "other",
        type: "quantitative",
        title: facts.other,
        scale: { zero: false, nice: true },
        axis,
      },
      y: {
        field: "value",
        type: "quantitative",
        title: facts.value,
        scale: { zero: false, nice: true },
        axis,
      },
      tooltip: tooltip(facts),
    },
  };
}

function pie(facts: Facts): Spec {
  const total = facts.points.reduce((sum, p) => sum + (p.value ?? 0), 0);
  const share = new Intl.NumberFormat(figures(), { style: "percent", maximumFractionDigits: 0 });
  const values = facts.points.map((p) => ({
    ...p,
    said: p.label,
    // The share stands in the legend, where it has room whatever the slice.
    named: `${p.label} · ${share.format((p.value ?? 0) / total)}`,
  }));
  return {
    data: { values },
    mark: { type: "arc", innerRadius: 60, outerRadius: 125, padAngle: 0.015, cornerRadius: 2 },
    encoding: {
      theta: { field: "value", type: "quantitative", stack: true },
      color: {
        field: "named",
        type: "nominal",
        sort: null,
        title: facts.label,
        legend: { orient: "right", labelLimit: 260 },
      },
      tooltip: tooltip(facts),
    },
  };
}

const BINS = 20;

/** How often figures of each size occur. */
function histogram(facts: Facts): Spec {
  const value = { field: "value", type: "quantitative", title: facts.value, bin: { maxbins: BINS } };
  return {
    mark: { type: "bar", binSpacing: 1, cornerRadiusEnd: 2 },
    encoding: {
      x: { ...value, axis: { ...SHORT, labelAngle: 0, labelOverlap: true } },
      y: {
        aggregate: "count",
        type: "quantitative",
        title: t("answer.chart.howManyOf", { label: facts.label }),
        axis: { ...SHORT, tickCount: 5, tickMinStep: 1 },
      },
      tooltip: [value, { aggregate: "count", type: "quantitative", title: t("answer.chart.howMany") }],
    },
  };
}

const CELL = 32;
/** Cells of one field lie close, unlike bars. */
const CLOSE = { paddingInner: 0.04, paddingOuter: 0 };

/** Two kinds of names, and the figure as the depth of a colour. */
function heat(facts: Facts): Spec {
  const names = new Set(facts.points.map((p) => p.label)).size;
  const few = names <= NUMBERED;
  return {
    height: { step: CELL },
    encoding: {
      x: {
        field: "said",
        type: "ordinal",
        sort: null,
        scale: CLOSE,
        title: facts.label,
        axis: {
          labelAngle: 0,
          labelOverlap: true,
          labelLimit: 110,
          labelSeparation: 6,
          domain: false,
          ticks: false,
        },
      },
      y: {
        field: "series",
        type: "ordinal",
        sort: null,
        scale: CLOSE,
        title: facts.series,
        axis: { labelLimit: 160, domain: false, ticks: false },
      },
      tooltip: tooltip(facts),
    },
    layer: [
      {
        mark: { type: "rect", cornerRadius: 2 },
        encoding: {
          color: {
            field: "value",
            type: "quantitative",
            title: facts.value,
            legend: { ...SHORT, orient: "top", gradientLength: 180 },
          },
        },
      },
      // The number itself, where there is room; a colour alone is read by nobody exactly.
      ...(few
        ? [
            {
              mark: { type: "text", style: "on-colour", fontSize: 11, tooltip: false },
              encoding: { text: { field: "value", type: "quantitative", ...SHORT } },
            },
          ]
        : []),
    ],
  };
}
