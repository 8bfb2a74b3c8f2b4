// What may be spent, and what was.
import type { Backend } from "../backend/backend";
import { TextBox } from "../connect/fields";
import type { ModelSettings, Spend } from "../contract";
import { useLoad } from "../explore/useLoad";
import { plural } from "../format/cell";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { amount, type Draft } from "./settings";
import { usd } from "./words";

interface Props {
  backend: Backend;
  settings: ModelSettings;
  draft: Draft;
  onChange(change: Partial<Draft>): void;
}

export function BudgetCard({ backend, settings, draft, onChange }: Props) {
  const { load, again } = useLoad("spend", 0, () => backend.spend());
  return (
    <section className="setting" aria-labelledby="set-budget">
      <div>
        <h2 id="set-budget" className="weight-title">
          Spending
        </h2>
        <p className="quiet-text">
          A call that would go over a limit is not made; the question is then answered without it.
        </p>
      </div>
      {load.is === "failed" ? (
        <ProblemView compact problem={load.problem} onRetry={again} />
      ) : load.is === "ready" ? (
        <Spent spend={load.value} limit={settings.budget.per_day} />
      ) : (
        <Skeleton lines={1} label="Adding up what was spent" />
      )}
      <div className="fields">
        <TextBox
          label="At most for a question, in US dollars"
          className="half"
          value={draft.perQuestion}
          onChange={(perQuestion) => onChange({ perQuestion })}
          placeholder="no limit"
          help={help(draft.perQuestion)}
          testid="budget-question"
        />
        <TextBox
          label="At most for a day, in US dollars"
          className="half"
          value={draft.perDay}
          onChange={(perDay) => onChange({ perDay })}
          placeholder="no limit"
          help={help(draft.perDay)}
          testid="budget-day"
        />
      </div>
    </section>
  );
}

function help(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const value = amount(text);
  if (value === null) return "This is no amount.";
  return value === 0 ? "Only models that cost nothing are asked." : usd(value);
}

function Spent({ spend, limit }: { spend: Spend; limit: number | null }) {
  const atLeast = spend.unpriced > 0 ? "at least " : "";
  return (
    <div className="spent" data-testid="spent">
      <p>
        Today <b>{`${atLeast}${usd(spend.today)}`}</b>
        {limit !== null && ` of ${usd(limit)}`}, this month <b>{`${atLeast}${usd(spend.month)}`}</b>.
      </p>
      {limit !== null && limit > 0 && (
        <meter
          className="spent-bar"
          aria-label="Spent today"
          aria-valuetext={`${usd(spend.today)} of ${usd(limit)}`}
          min={0}
          max={limit}
          value={Math.min(spend.today, limit)}
        />
      )}
      {spend.unpriced > 0 && (
        <p className="quiet-text">
          The price of {plural(spend.unpriced, "call")} of today is not known and not in these sums. You can
          enter prices below.
        </p>
      )}
    </div>
  );
}
