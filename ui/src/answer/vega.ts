// Loaded only when a chart is drawn. The interpreter takes the place of generated code, which the window forbids.
import { Error as ErrorLevel, expressionFunction, logger, parse, View } from "vega";
import embed, { type Result, type VisualizationSpec } from "vega-embed";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import { compact, exactly } from "../format/compact";
import { spoken, t } from "../text";
import type { Facts, Kind } from "./chart";
import { specFor } from "./spec";
import { tooltip } from "./tooltip";
import "../text/en/answerMore";

expressionFunction("compact", (value: unknown, most: unknown) =>
  typeof value === "number" ? compact(value, undefined, Number(most) || 0) : String(value),
);
expressionFunction("exactly", (value: unknown) =>
  typeof value === "number" ? exactly(value) : t("answer.chart.none"),
);

export interface Look {
  ink: string;
  quiet: string;
  line: string;
  /** `null`: whatever is behind it. */
  ground: string | null;
  colours: string[];
  /** Where a heat map begins. */
  faint: string;
  font: string;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const COLOURS = ["--accent", "--c-b", "--c-c", "--c-d", "--c-e", "--c-f", "--mark-violet", "--mark-teal"];

function onScreen(): Look {
  return {
    ink: token("--ink"),
    quiet: token("--ink-2"),
    line: token("--line"),
    ground: null,
    colours: COLOURS.map(token),
    faint: token("--sunk"),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** Not as deep as the colour itself: the numbers on it are to be read, in either theme. */
const DEPTH = 0.45;

function between(from: string, to: string): string {
  const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [start, end] = [parts(from), parts(to)];
  const mixed = start.map((part, n) => Math.round(part + ((end[n] ?? part) - part) * DEPTH));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** What axes call months and weekdays; Vega itself knows English only. */
function timeNames() {
  const language = spoken();
  if (language === "en") return {};
  const names = (unit: "month" | "weekday", style: "long" | "short") => {
    // The short name of a month is another one beside its day.
    const form = new Intl.DateTimeFormat(language, { day: "numeric", [unit]: style, timeZone: "UTC" });
    const [many, time] =
      unit === "month"
        ? [12, (n: number) => Date.UTC(2024, n)]
        : [7, (n: number) => Date.UTC(2023, 0, 1 + n)];
    return Array.from({ length: many }, (_, n) => {
      return form.formatToParts(time(n)).find((part) => part.type === unit)?.value ?? "";
    });
  };
  const time = {
    dateTime: "%x, %X",
    date: "%-d.%-m.%Y",
    time: "%H:%M:%S",
    periods: ["AM", "PM"],
    days: names("weekday", "long"),
    shortDays: names("weekday", "short"),
    months: names("month", "long"),
    shortMonths: names("month", "short"),
  };
  return { locale: { time } };
}

function configured(whole: Look, first = 0) {
  const look = { ...whole, colours: [...whole.colours.slice(first), ...whole.colours.slice(0, first)] };
  const heat = [look.faint, between(look.faint, look.colours[0] ?? look.ink)];
  const labels = { labelColor: look.quiet, titleColor: look.quiet, labelFontSize: 12, titleFontSize: 12 };
  return {
    ...timeNames(),
    customFormatTypes: true,
    background: look.ground ?? "transparent",
    font: look.font,
    view: { stroke: "transparent" },
    axis: {
      ...labels,
      domainColor: look.line,
      tickColor: look.line,
      gridColor: look.line,
      titleFontWeight: "normal",
      labelLimit: 220,
      labelPadding: 6,
      titlePadding: 10,
    },
    scale: { bandPaddingInner: 0.3, bandPaddingOuter: 0.2 },
    legend: { ...labels, titleFontWeight: "normal" },
    title: { color: look.ink, fontSize: 15, anchor: "start", offset: 14, fontWeight: 600 },
    mark: { color: look.colours[0] },
    bar: { cornerRadiusEnd: 3 },
    line: { strokeWidth: 2.5 },
    point: { filled: true, size: 46 },
    text: { color: look.quiet, fontSize: 12 },
    range: { category: look.colours, heatmap: heat, ramp: heat },
    style: { "on-colour": { color: look.ink } },
  };
}

export async function draw(into: HTMLElement, facts: Facts, kind: Kind, width: number): Promise<Result> {
  const spec = { ...specFor(facts, kind), width, autosize: { type: "fit-x", contains: "padding" } };
  return embed(into, spec as VisualizationSpec, {
    actions: false,
    logLevel: ErrorLevel,
    renderer: "svg",
    ast: true,
    expr: expressionInterpreter,
    defaultStyle: false,
    tooltip,
    config: configured(onScreen(), facts.colour) as never,
  });
}

/** A view that is on no screen, for a picture of a fixed size. */
export async function offScreen(
  facts: Facts,
  kind: Kind,
  title: string[],
  width: number,
  look: Look,
): Promise<View> {
  const spec = {
    ...specFor(facts, kind),
    title,
    width,
    padding: 20,
    autosize: { type: "fit-x", contains: "padding" },
    config: configured(look, facts.colour),
  };
  const compiled = compile(spec as unknown as TopLevelSpec, { logger: logger(ErrorLevel) });
  const view = new View(parse(compiled.spec, undefined, { ast: true }), {
    renderer: "none",
    logLevel: ErrorLevel,
    expr: expressionInterpreter,
  });
  return view.runAsync();
}
