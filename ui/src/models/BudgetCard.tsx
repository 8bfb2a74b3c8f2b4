// What may be spent, and what was.
import { Trans } from "../text/Trans";
import type { Backend } from "../backend/backend";
import { TextBox } from "../connect/fields";
import type { ModelSettings, Spend } from "../contract";
import { useLoad } from "../explore/useLoad";
import { t } from "../text";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { amount, type Draft } from "./settings";
import { usd } from "./words";
import "../text/en/modelsMore";

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
          {t("models.budget.title")}
        </h2>
        <p className="quiet-text">{t("models.budget.help")}</p>
      </div>
      {load.is === "failed" ? (
        <ProblemView compact problem={load.problem} onRetry={again} />
      ) : load.is === "ready" ? (
        <Spent spend={load.value} limit={settings.budget.per_day} />
      ) : (
        <Skeleton lines={1} label={t("models.budget.adding")} />
      )}
      <div className="fields">
        <TextBox
          label={t("models.budget.perQuestion")}
          className="half"
          value={draft.perQuestion}
          onChange={(perQuestion) => onChange({ perQuestion })}
          placeholder={t("models.budget.noLimit")}
          help={help(draft.perQuestion)}
          testid="budget-question"
        />
        <TextBox
          label={t("models.budget.perDay")}
          className="half"
          value={draft.perDay}
          onChange={(perDay) => onChange({ perDay })}
          placeholder={t("models.budget.noLimit")}
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
  if (value === null) return t("models.budget.noAmount");
  return value === 0 ? t("models.budget.onlyFree") : usd(value);
}

function Spent({ spend, limit }: { spend: Spend; limit: number | null }) {
  const sum = (dollars: number) =>
    spend.unpriced > 0 ? t("models.budget.atLeast", { sum: usd(dollars) }) : usd(dollars);
  const [today, month] = [sum(spend.today), sum(spend.month)];
  return (
    <div className="spent" data-testid="spent">
      <p>
        {limit === null ? (
          <Trans i18nKey="models.budget.spent" values={{ today, month }} components={{ b: <b /> }} />
        ) : (
          <Trans
            i18nKey="models.budget.spentOf"
            values={{ today, month, limit: usd(limit) }}
            components={{ b: <b /> }}
          />
        )}
      </p>
      {limit !== null && limit > 0 && (
        <meter
          className="spent-bar"
          aria-label={t("models.budget.bar")}
          aria-valuetext={t("models.budget.barSays", { spent: usd(spend.today), limit: usd(limit) })}
          min={0}
          max={limit}
          value={Math.min(spend.today, limit)}
        />
      )}
      {spend.unpriced > 0 && (
        <p className="quiet-text">{t("models.budget.unpriced", { count: spend.unpriced })}</p>
      )}
    </div>
  );
}
