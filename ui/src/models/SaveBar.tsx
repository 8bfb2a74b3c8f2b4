// Comes up at the foot of a pane while something in it is changed and not saved.
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import type { Drafting } from "./useDraft";
import "../text/en/modelsMore";

export function SaveBar({ drafting }: { drafting: Drafting }) {
  const { changed, trouble, wrong, busy, undo, save } = drafting;
  if (!changed) return trouble && <ProblemView compact problem={trouble} />;
  return (
    <section className="save-bar" aria-label={t("models.save.label")} data-testid="save-bar">
      {trouble ? (
        <ProblemView compact problem={trouble} />
      ) : (
        <p className="save-says" role="status">
          {wrong ?? t("models.save.notYet")}
        </p>
      )}
      <div className="row">
        <Button small testid="settings-undo" onPress={undo}>
          {t("common.undo")}
        </Button>
        <Button
          small
          kind="primary"
          testid="settings-save"
          disabled={busy ? t("common.saving") : wrong}
          onPress={save}
        >
          {t("common.save")}
        </Button>
      </div>
    </section>
  );
}
