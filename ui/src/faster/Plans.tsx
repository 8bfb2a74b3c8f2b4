// How the engine works on each: its steps, with rows and time where it gives them.
import type { Explain } from "../contract";
import { PlanTree } from "../plan/PlanTree";
import { shaped, timed } from "../plan/shape";
import { t } from "../text";
import "../text/en/fasterMore";

export function Plans({ before, after }: { before: Explain | null; after: Explain | null }) {
  if (before === null) return null;
  const both = after !== null;
  return (
    <details className="about-card faster-more" data-testid="faster-plans">
      <summary>{both ? t("faster.plans.each") : t("faster.plans.it")}</summary>
      <p className="quiet-text">
        {t("faster.plans.says")}
        {!timed(shaped(before.children)) && ` ${t("faster.plans.noTimes")}`}
      </p>
      <div className={both ? "faster-sides" : undefined}>
        <Plan title={both ? t("faster.before") : t("faster.plans.asItIs")} plan={before} />
        {after && <Plan title={t("faster.after")} plan={after} />}
      </div>
    </details>
  );
}

function Plan({ title, plan }: { title: string; plan: Explain }) {
  return (
    <div className="faster-side">
      <h3 className="label">{title}</h3>
      <PlanTree nodes={shaped(plan.children)} label={t("faster.plans.label", { which: title })} />
    </div>
  );
}
