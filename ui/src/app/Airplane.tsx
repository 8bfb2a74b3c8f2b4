// Airplane mode: the switch in the title bar, and, while it is on, a line that says what it means.
import { Plane } from "lucide-react";
import { Focusable, Tooltip, TooltipTrigger } from "react-aria-components";
import { useState } from "react";
import { Trans } from "../text/Trans";
import type { Problem } from "../contract";
import type { Models } from "../models/useModels";
import { t } from "../text";
import { announce } from "../ui/announce";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/app";

export interface Flying {
  /** Null while the settings are not known. */
  on: boolean | null;
  problem: Problem | null;
  set(on: boolean): void;
}

export function useAirplane(models: Models): Flying {
  const [problem, setProblem] = useState<Problem | null>(null);
  const set = async (airplane: boolean) => {
    const refused = await models.save((s) => ({ ...s, airplane }));
    setProblem(refused);
    if (!refused) announce(airplane ? t("app.airplane.nowOn") : t("app.airplane.nowOff"));
  };
  return {
    on: models.load.is === "ready" ? models.load.value.airplane : null,
    problem,
    set: (on) => void set(on),
  };
}

export function AirplaneSwitch({ flying, narrow }: { flying: Flying; narrow: boolean }) {
  const { on } = flying;
  if (on === null) return null;
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      <Focusable>
        <button
          type="button"
          role="switch"
          aria-checked={on}
          aria-label={t("app.airplane.name")}
          className={`airplane ${on ? "on" : ""}`}
          data-testid="airplane"
          onClick={() => flying.set(!on)}
        >
          <Plane aria-hidden size={15} />
          <span aria-hidden>
            {narrow
              ? on
                ? t("app.airplane.on")
                : t("app.airplane.off")
              : on
                ? t("app.airplane.nameOn")
                : t("app.airplane.nameOff")}
          </span>
        </button>
      </Focusable>
      <Tooltip className="tooltip" offset={6}>
        {on ? t("app.airplane.hintOn") : t("app.airplane.hintOff")}
      </Tooltip>
    </TooltipTrigger>
  );
}

export function AirplaneLine({ flying }: { flying: Flying }) {
  if (flying.problem)
    return (
      <section className="airplane-line" aria-label={t("app.airplane.name")}>
        <ProblemView compact problem={flying.problem} />
      </section>
    );
  if (!flying.on) return null;
  return (
    <section className="airplane-line says" aria-label={t("app.airplane.name")} data-testid="airplane-line">
      <Plane aria-hidden size={14} />
      <p>
        <Trans i18nKey="app.airplane.line" components={{ b: <b /> }} />
      </p>
    </section>
  );
}
