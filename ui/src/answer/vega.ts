// Loaded only when a chart is drawn. The interpreter takes the place of generated code, which the window forbids.
import { Error as ErrorLevel } from "vega";
import embed, { type Result, type VisualizationSpec } from "vega-embed";
import { expressionInterpreter } from "vega-interpreter";

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export async function draw(into: HTMLElement, spec: string, width: number): Promise<Result> {
  const ink = token("--ink-2");
  const line = token("--line");
  const colours = ["--accent", "--c-b", "--c-c", "--c-d", "--c-e", "--c-f"].map(token);
  const font = getComputedStyle(document.body).fontFamily;
  const parsed: Record<string, unknown> = JSON.parse(spec);
  const config = {
    background: "transparent",
    font,
    view: { stroke: "transparent" },
    axis: {
      labelColor: ink,
      titleColor: ink,
      domainColor: line,
      tickColor: line,
      gridColor: line,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: "normal",
      labelLimit: 220,
      titlePadding: 10,
    },
    // A slant reads better than the upright labels that are the default.
    axisXDiscrete: { labelAngle: -30, labelAlign: "right", labelLimit: 140 },
    scale: { bandPaddingInner: 0.3, bandPaddingOuter: 0.2 },
    legend: { labelColor: ink, titleColor: ink, labelFontSize: 12, titleFontSize: 12 },
    title: { color: token("--ink"), fontSize: 14, anchor: "start" },
    mark: { color: colours[0] },
    bar: { cornerRadiusEnd: 3 },
    line: { strokeWidth: 2.5 },
    point: { filled: true, size: 46 },
    range: { category: colours },
  };
  const full = { ...parsed, width, autosize: { type: "fit-x", contains: "padding" } } as VisualizationSpec;
  return embed(into, full, {
    actions: false,
    logLevel: ErrorLevel,
    renderer: "svg",
    ast: true,
    expr: expressionInterpreter,
    defaultStyle: false,
    tooltip: { theme: "custom" },
    config: config as never,
  });
}
