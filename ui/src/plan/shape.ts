// A plan as lines of an indented list: what each step is, its rows and its share of the time.
import type { Explain } from "../contract";

export interface PlanLine {
  key: string;
  depth: number;
  label: string;
  rows: number | null;
  /** False: the engine's guess. */
  counted: boolean;
  ms: number | null;
  /** Of the time of all steps; null where none was measured. */
  share: number | null;
}

export function planLines(plan: Explain): PlanLine[] {
  const lines: PlanLine[] = [];
  const walk = (node: Explain, depth: number, key: string) => {
    const counted = typeof node.rows === "number";
    lines.push({
      key,
      depth,
      label: node.label,
      rows: counted ? (node.rows ?? null) : node.estimated_rows,
      counted,
      ms: node.ms ?? null,
      share: null,
    });
    for (const [n, child] of node.children.entries()) walk(child, depth + 1, `${key}.${n}`);
  };
  for (const [n, child] of plan.children.entries()) walk(child, 0, `${n}`);
  const all = lines.reduce((sum, line) => sum + (line.ms ?? 0), 0);
  return lines.map((line) => ({ ...line, share: all > 0 && line.ms !== null ? line.ms / all : null }));
}

export function measured(plan: Explain): boolean {
  return planLines(plan).some((line) => line.ms !== null);
}
