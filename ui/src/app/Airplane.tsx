// Airplane mode: the switch in the title bar, and, while it is on, a line that says what it means.
import { Plane } from "lucide-react";
import { Focusable, Tooltip, TooltipTrigger } from "react-aria-components";
import { useState } from "react";
import type { Problem } from "../contract";
import type { Models } from "../models/useModels";
import { announce } from "../ui/announce";
import { ProblemView } from "../ui/ProblemView";

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
    if (!refused)
      announce(
        airplane
          ? "Airplane mode is on. Askwell talks to nothing but your databases."
          : "Airplane mode is off.",
      );
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
          aria-label="Airplane mode"
          className={`airplane ${on ? "on" : ""}`}
          data-testid="airplane"
          onClick={() => flying.set(!on)}
        >
          <Plane aria-hidden size={15} />
          <span aria-hidden>
            {narrow ? (on ? "On" : "Off") : on ? "Airplane mode on" : "Airplane mode off"}
          </span>
        </button>
      </Focusable>
      <Tooltip className="tooltip" offset={6}>
        {on
          ? "Askwell talks to nothing but your databases. Turn it off to let models behind a connection be asked."
          : "Turn it on, and Askwell talks to nothing but your databases."}
      </Tooltip>
    </TooltipTrigger>
  );
}

export function AirplaneLine({ flying }: { flying: Flying }) {
  if (flying.problem)
    return (
      <section className="airplane-line" aria-label="Airplane mode">
        <ProblemView compact problem={flying.problem} />
      </section>
    );
  if (!flying.on) return null;
  return (
    <section className="airplane-line says" aria-label="Airplane mode" data-testid="airplane-line">
      <Plane aria-hidden size={14} />
      <p>
        <b>Airplane mode.</b> Askwell talks to nothing but your databases. Its built-in engine and model files
        go on.
      </p>
    </section>
  );
}
