// What one attempt came to, as the run has it: nothing is asked of the database.
import { useState } from "react";
import type { Candidate } from "../contract";
import { duration } from "../format/cell";
import { ResultGrid } from "../grid/ResultGrid";
import { Findings } from "../pipeline/Findings";
import type { Run } from "../run/reduce";
import { t } from "../text";
import "../text/en/panelMore";

export function ResultTab({ run, candidate }: { run: Run; candidate: Candidate }) {
  const [finding, setFinding] = useState(false);
  const outcome = run.judged[candidate.id]?.outcome;
  if (outcome?.kind === "failed")
    return (
      <div className="panel-body" data-testid="panel-result">
        <p>{t("panel.result.failed", { time: duration(outcome.ms) })}</p>
        <Findings findings={[outcome.finding]} />
      </div>
    );
  if (outcome?.kind !== "ran")
    return (
      <div className="panel-body" data-testid="panel-result">
        <p className="quiet-text">
          {run.state === "running" ? t("panel.result.notYet") : t("panel.result.notRun")}
        </p>
      </div>
    );
  const { result, rows } = outcome;
  return (
    <div className="panel-body" data-testid="panel-result">
      <p>{t("panel.result.ran", { time: duration(outcome.ms), rows: t("common.rows", { count: rows }) })}</p>
      {result.rows.length > 0 && (
        <ResultGrid
          result={result}
          dialect={run.header?.dialect ?? null}
          label={t("panel.result.label")}
          partial={result.truncated !== null || result.rows.length < rows}
          finding={finding}
          onFinding={setFinding}
          footer={
            <span>
              {result.rows.length < rows || result.truncated
                ? t("panel.firstRows", { count: result.rows.length })
                : t("common.rows", { count: result.rows.length })}
            </span>
          }
        />
      )}
    </div>
  );
}
