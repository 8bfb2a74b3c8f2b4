// What models were asked, to write and to mend the attempts of a question.
import { writersOf } from "../arena/writers";
import type { Backend } from "../backend/backend";
import type { Candidate } from "../contract";
import { Calls } from "../pipeline/Calls";
import type { Run } from "../run/reduce";

interface Props {
  backend: Backend;
  connection: string;
  run: Run;
  candidate: Candidate;
}

export function PromptTab({ backend, connection, run, candidate }: Props) {
  const writers = writersOf(candidate);
  const byModel = writers.some((writer) => writer.model);
  const calls = run.calls
    .filter(({ stage }) => stage === "generate" || stage === "repair")
    .map(({ call }) => call);
  return (
    <div className="panel-body" data-testid="panel-prompt">
      <p>Written by: {writers.map((writer) => writer.name).join(" and ")}</p>
      {!byModel && (
        <p className="quiet-text">
          No model was asked to write it. The program worked it out on this computer.
        </p>
      )}
      {calls.length > 0 ? (
        <>
          <h3 className="label">Asked of models to write and mend attempts</h3>
          <Calls backend={backend} connection={connection} run={run.id} calls={calls} part="panel" />
        </>
      ) : (
        byModel && <p className="quiet-text">The run kept no calls.</p>
      )}
    </div>
  );
}
