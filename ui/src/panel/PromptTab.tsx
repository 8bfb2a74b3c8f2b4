// What models were asked, to write and to mend the attempts of a question.
import { writersOf } from "../arena/writers";
import type { Backend } from "../backend/backend";
import type { Candidate } from "../contract";
import { Calls } from "../pipeline/Calls";
import type { Run } from "../run/reduce";
import { list, t } from "../text";
import "../text/en/panelMore";

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
      <p>{t("panel.prompt.writers", { writers: list(writers.map((writer) => writer.name)) })}</p>
      {!byModel && <p className="quiet-text">{t("panel.prompt.noModel")}</p>}
      {calls.length > 0 ? (
        <>
          <h3 className="label">{t("panel.prompt.asked")}</h3>
          <Calls backend={backend} connection={connection} run={run.id} calls={calls} part="panel" />
        </>
      ) : (
        byModel && <p className="quiet-text">{t("panel.prompt.noCalls")}</p>
      )}
    </div>
  );
}
