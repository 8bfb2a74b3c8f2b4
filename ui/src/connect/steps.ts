// The steps of a test as the screen lists them: those taken, the one at work, those to come.
import type { Problem, Step, StepKind } from "../contract";
import type { Form } from "./form";

export interface StepRow {
  step: StepKind;
  state: "passed" | "failed" | "now" | "waiting" | "not taken";
  found: string;
  ms: number | null;
  problem: Problem | null;
}

export function expected(form: Form): StepKind[] {
  if (form.kind !== "postgres") return ["file", "database", "read"];
  const way: StepKind[] = ["name", "port", "tls", "login", "database", "read"];
  return form.tunnel ? ["tunnel", ...way] : way;
}

/** A step that was passed over by a later one does not exist on this way and is left out. */
export function rows(plan: readonly StepKind[], taken: readonly Step[], running: boolean): StepRow[] {
  const failed = taken.some((s) => s.result.kind === "failed");
  const order = [...plan, ...taken.map((s) => s.step).filter((s) => !plan.includes(s))];
  const last = Math.max(-1, ...taken.map((s) => order.indexOf(s.step)));
  return order.flatMap((step, n): StepRow[] => {
    const arrived = taken.findLast((s) => s.step === step);
    const blank = { step, found: "", ms: null, problem: null };
    if (arrived?.result.kind === "passed")
      return [{ step, state: "passed", found: arrived.result.found, ms: arrived.ms, problem: null }];
    if (arrived?.result.kind === "failed")
      return [{ step, state: "failed", found: "", ms: arrived.ms, problem: arrived.result.problem }];
    if (n < last) return [];
    if (failed || !running) return [{ ...blank, state: "not taken" }];
    return [{ ...blank, state: n === last + 1 ? "now" : "waiting" }];
  });
}
