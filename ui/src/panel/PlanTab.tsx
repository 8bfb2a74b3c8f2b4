// How the database runs the statement that the panel shows: each step in plain words, with rows and time where it measures
// them. It is asked for when the tab is opened, and through the same locks as every other statement.
import { RotateCw, Square } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Load, loading } from "../app/load";
import { newRunId } from "../app/names";
import { asProblem, type Backend } from "../backend/backend";
import type { Planned } from "../contract";
import { duration, percent } from "../format/cell";
import { PlanTree } from "../plan/PlanTree";
import { shaped, slowest } from "../plan/shape";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import "../text/en/panelMore";

interface Props {
  backend: Backend;
  connection: string;
  sql: string;
  /** It was changed in the editor. */
  changed: boolean;
  plans: Map<string, Planned>;
}

export function PlanTab({ backend, connection, sql, changed, plans }: Props) {
  const known = plans.get(sql);
  const [load, setLoad] = useState<Load<Planned>>(known ? { is: "ready", value: known } : loading);
  const job = useRef<string | null>(null);
  const stop = useCallback(() => {
    if (job.current !== null) backend.stop(job.current).catch(() => undefined);
  }, [backend]);

  const ask = useCallback(async () => {
    const name = newRunId("plan");
    job.current = name;
    setLoad(loading);
    try {
      const value = await backend.plan(connection, name, sql);
      plans.set(sql, value);
      if (job.current !== name) return;
      setLoad({ is: "ready", value });
      announce(`${t("panel.plan.there")} ${says(value)}`);
    } catch (error) {
      if (job.current === name) setLoad({ is: "failed", problem: asProblem(error) });
    }
    if (job.current === name) job.current = null;
  }, [backend, connection, sql, plans]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the tab is opened
  useEffect(() => {
    if (!known) void ask();
    return () => {
      stop();
      job.current = null;
    };
  }, []);

  return (
    <div className="panel-body" data-testid="panel-plan">
      {changed && <p className="quiet-text">{t("panel.plan.changed")}</p>}
      {load.is === "loading" || load.is === "idle" ? (
        <>
          <div className="label-row">
            <span role="status">{t("panel.plan.asking")}</span>
            <Button small testid="plan-stop" onPress={stop}>
              <Square aria-hidden size={13} />
              {t("common.stop")}
            </Button>
          </div>
          <Skeleton lines={5} label={t("panel.plan.waiting")} />
        </>
      ) : load.is === "failed" ? (
        load.problem.code === "cancelled" ? (
          <div className="label-row">
            <span role="status">{t("panel.plan.stopped")}</span>
            <Button small testid="plan-again" onPress={() => void ask()}>
              <RotateCw aria-hidden size={13} />
              {t("panel.plan.askAgain")}
            </Button>
          </div>
        ) : (
          <ProblemView compact problem={load.problem} onRetry={() => void ask()} />
        )
      ) : (
        <Plan planned={load.value} onAgain={() => void ask()} />
      )}
    </div>
  );
}

function Plan({ planned, onAgain }: { planned: Planned; onAgain(): void }) {
  const nodes = shaped(planned.steps);
  const most = slowest(nodes);
  return (
    <>
      <div className="label-row plan-says">
        <p data-testid="plan-says">{says(planned)}</p>
        {planned.measured && (
          <Button small kind="quiet" testid="plan-again" hint={t("panel.plan.againHint")} onPress={onAgain}>
            <RotateCw aria-hidden size={13} />
            {t("panel.plan.again")}
          </Button>
        )}
      </div>
      {most && (
        <p className="quiet-text" data-testid="plan-slowest">
          {t("panel.plan.slowest", {
            share: percent(most.share ?? 0),
            step: most.own === null ? most.says : lowered(most.says),
          })}
        </p>
      )}
      {nodes.length === 0 ? (
        <p className="quiet-text">{t("panel.plan.noSteps")}</p>
      ) : (
        <PlanTree nodes={nodes} label={t("panel.plan.label")} />
      )}
      <p className="quiet-text">
        {planned.dialect === "sqlite" ? t("panel.plan.topDown") : t("panel.plan.fromBelow")}
      </p>
    </>
  );
}

function says({ dialect, measured, ms, timed_out }: Planned): string {
  if (timed_out) return t("panel.plan.timeUp");
  if (measured && ms !== null) return t("panel.plan.tookTime", { time: duration(ms) });
  if (measured) return t("panel.plan.measured");
  if (dialect === "sqlite") return t("panel.plan.sqlite");
  return t("panel.plan.guessed");
}

/** The engine’s words, which begin a line elsewhere. */
function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
