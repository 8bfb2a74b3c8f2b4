// Shown on the first page until it is answered; the questions work without an answer.
import { useState } from "react";
import type { Problem } from "../contract";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import type { Models } from "./useModels";
import { Ways } from "./Ways";

interface Props {
  models: Models;
  onSettings(add: "local" | "cloud"): void;
}

export function FirstChoice({ models, onSettings }: Props) {
  const [trouble, setTrouble] = useState<Problem | null>(null);
  if (models.load.is !== "ready" || models.load.value.chosen) return null;
  const keep = async () => setTrouble(await models.save((s) => ({ ...s, chosen: true })));
  return (
    <section
      className="first-choice"
      aria-label="With or without a language model"
      data-testid="first-choice"
    >
      <p className="first-says">
        <b>Askwell works as it is, without a language model.</b> You can add one now or at any time in the
        settings.
      </p>
      <Ways
        current="none"
        level={2}
        marked={false}
        action={(way) =>
          way === "none" ? (
            <Button small kind="primary" testid="choose-none" onPress={() => void keep()}>
              Continue without one
            </Button>
          ) : (
            <Button small testid={`choose-${way}`} onPress={() => onSettings(way)}>
              {way === "local" ? "Look on this computer…" : "Add a provider…"}
            </Button>
          )
        }
      />
      {trouble && <ProblemView compact problem={trouble} />}
    </section>
  );
}
