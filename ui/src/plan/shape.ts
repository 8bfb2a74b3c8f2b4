// A plan as a tree to be drawn: what each step does, its rows and its share of the time.
import { figures } from "../format/numbers";
import { t } from "../text";
import "../text/en/format";
import "../text/en/plan";

/** A step as the engine tells it, with or without plain words. */
export interface Step {
  says?: string;
  label: string;
  estimated_rows: number | null;
  rows?: number | null;
  ms?: number | null;
  children: Step[];
}

export interface PlanNode {
  id: string;
  says: string;
  /** The engine's own words, where they are not the same. */
  own: string | null;
  rows: number | null;
  /** False: the engine's guess. */
  counted: boolean;
  ms: number | null;
  /** Of the time of all steps; null where none was measured. */
  share: number | null;
  children: PlanNode[];
}

export function shaped(steps: readonly Step[]): PlanNode[] {
  const all = timeOf(steps);
  const node = (step: Step, id: string): PlanNode => {
    const counted = typeof step.rows === "number";
    const ms = step.ms ?? null;
    const says = step.says ?? step.label;
    return {
      id,
      says,
      own: says === step.label ? null : step.label,
      rows: counted ? (step.rows ?? null) : step.estimated_rows,
      counted,
      ms,
      share: all > 0 && ms !== null ? ms / all : null,
      children: step.children.map((child, n) => node(child, `${id}.${n}`)),
    };
  };
  return steps.map((step, n) => node(step, `${n}`));
}

function timeOf(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + (step.ms ?? 0) + timeOf(step.children), 0);
}

/** All steps, each before those below it. */
export function flat(nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

/** The step that took most of the time, where one did. */
export function slowest(nodes: readonly PlanNode[]): PlanNode | null {
  const most = flat(nodes).reduce<PlanNode | null>(
    (best, node) => ((node.share ?? 0) > (best?.share ?? 0) ? node : best),
    null,
  );
  return most !== null && (most.share ?? 0) > 0.5 ? most : null;
}

export function timed(nodes: readonly PlanNode[]): boolean {
  return flat(nodes).some((node) => node.ms !== null);
}

export function rowWords(node: PlanNode): string {
  if (node.rows === null) return "";
  const rows = new Intl.NumberFormat(figures()).format(Math.round(node.rows));
  return node.counted ? rows : t("format.about", { what: rows });
}

/** Fine where it is short, so that a step that took a little is not shown as one that took nothing. */
export function timeWords(node: PlanNode): string {
  if (node.ms === null) return "";
  if (node.ms < 0.05) return t("plan.under", { ms: 0.1 });
  const digits = node.ms < 10 ? 1 : 0;
  const written = new Intl.NumberFormat(figures(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${written.format(node.ms)} ms`;
}
