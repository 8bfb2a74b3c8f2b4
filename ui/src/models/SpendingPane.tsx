// What models may cost, what they did, and the prices it is counted by.
import type { Backend } from "../backend/backend";
import type { ModelSettings } from "../contract";
import { t } from "../text";
import { Waiting } from "../ui/Waiting";
import { BudgetCard } from "./BudgetCard";
import { PriceCard } from "./PriceCard";
import { SaveBar } from "./SaveBar";
import type { Draft } from "./settings";
import { useDraft } from "./useDraft";
import type { Models } from "./useModels";
import "../text/en/modelsMore";

const OWN = ["perQuestion", "perDay", "prices"] as const satisfies (keyof Draft)[];

interface Props {
  backend: Backend;
  models: Models;
  onModels(): void;
}

export function SpendingPane(props: Props) {
  const { load, again } = props.models;
  if (load.is !== "ready")
    return <Waiting load={load} again={again} lines={6} label={t("models.spending.reading")} />;
  return <Editor {...props} settings={load.value} />;
}

function Editor({ backend, models, onModels, settings }: Props & { settings: ModelSettings }) {
  const drafting = useDraft(models, settings, OWN);
  const { draft, set, changed } = drafting;
  return (
    <div className={`sheet models ${changed ? "unsaved" : ""}`} data-testid="spending-pane">
      {settings.providers.length === 0 && (
        <p className="level-none">
          {t("models.spending.nothingSpent")}{" "}
          <button type="button" className="link" onClick={onModels}>
            {t("models.spending.seeModels")}
          </button>
        </p>
      )}
      <BudgetCard backend={backend} settings={settings} draft={draft} onChange={set} />
      <PriceCard prices={draft.prices} onChange={(prices) => set({ prices })} />
      <SaveBar drafting={drafting} />
    </div>
  );
}
