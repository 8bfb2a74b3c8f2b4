// How the engine works on each: its steps, with rows and time where it gives them.
import type { Explain } from "../contract";
import { PlanTree } from "../plan/PlanTree";
import { shaped, timed } from "../plan/shape";

export function Plans({ before, after }: { before: Explain | null; after: Explain | null }) {
  if (before === null) return null;
  const both = after !== null;
  return (
    <details className="about-card faster-more" data-testid="faster-plans">
      <summary>How the database works on {both ? "each" : "it"}</summary>
      <p className="quiet-text">
        Each step takes its rows from the steps below it.
        {!timed(shaped(before.children)) && " This database gives no times."}
      </p>
      <div className={both ? "faster-sides" : undefined}>
        <Plan title={both ? "Before" : "As it is"} plan={before} />
        {after && <Plan title="After" plan={after} />}
      </div>
    </details>
  );
}

function Plan({ title, plan }: { title: string; plan: Explain }) {
  return (
    <div className="faster-side">
      <h3 className="label">{title}</h3>
      <PlanTree nodes={shaped(plan.children)} label={`Plan: ${title}`} />
    </div>
  );
}
