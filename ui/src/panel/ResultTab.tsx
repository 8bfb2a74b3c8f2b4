// What one attempt came to, as the run has it: nothing is asked of the database.
import { useState } from "react";
import type { Candidate } from "../contract";
import { duration, plural } from "../format/cell";
import { ResultGrid } from "../grid/ResultGrid";
import { Findings } from "../pipeline/Findings";
import type { Run } from "../run/reduce";

export function ResultTab({ run, candidate }: { run: Run; candidate: Candidate }) {
  const [finding, setFinding] = useState(false);
  const outcome = run.judged[candidate.id]?.outcome;
  if (outcome?.kind === "failed")
    return (
      <div className="panel-body" data-testid="panel-result">
        <p>It failed after {duration(outcome.ms)}.</p>
        <Findings findings={[outcome.finding]} />
      </div>
    );
  if (outcome?.kind !== "ran")
    return (
      <div className="panel-body" data-testid="panel-result">
        <p className="quiet-text">{run.state === "running" ? "It has not run yet." : "It was not run."}</p>
      </div>
    );
  const { result, rows } = outcome;
  return (
    <div className="panel-body" data-testid="panel-result">
      <p>
        It ran for {duration(outcome.ms)} and gave {plural(rows, "row")}.
      </p>
      {result.rows.length > 0 && (
        <ResultGrid
          result={result}
          dialect={run.header?.dialect ?? null}
          label="Result of the attempt"
          partial={result.truncated !== null || result.rows.length < rows}
          finding={finding}
          onFinding={setFinding}
          footer={
            <span>
              {result.rows.length < rows || result.truncated ? "First " : ""}
              {plural(result.rows.length, "row")}
            </span>
          }
        />
      )}
    </div>
  );
}
