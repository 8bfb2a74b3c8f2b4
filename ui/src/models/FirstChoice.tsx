// Shown on the first page until it is answered; the questions work without an answer.
import { useState } from "react";
import type { Problem } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import type { Models } from "./useModels";
import { Ways } from "./Ways";
import "../text/en/models";

interface Props {
  models: Models;
  onSettings(add: "local" | "cloud"): void;
}

export function FirstChoice({ models, onSettings }: Props) {
  const [trouble, setTrouble] = useState<Problem | null>(null);
  if (models.load.is !== "ready" || models.load.value.chosen) return null;
  const keep = async () => setTrouble(await models.save((s) => ({ ...s, chosen: true })));
  return (
    <section className="first-choice" aria-label={t("models.first.label")} data-testid="first-choice">
      <p className="first-says">
        <b>{t("models.first.works")}</b> {t("models.first.later")}
      </p>
      <Ways
        current="none"
        level={2}
        marked={false}
        action={(way) =>
          way === "none" ? (
            <Button small kind="primary" testid="choose-none" onPress={() => void keep()}>
              {t("models.first.continue")}
            </Button>
          ) : (
            <Button small testid={`choose-${way}`} onPress={() => onSettings(way)}>
              {way === "local" ? t("models.first.look") : t("models.first.add")}
            </Button>
          )
        }
      />
      {trouble && <ProblemView compact problem={trouble} />}
    </section>
  );
}
