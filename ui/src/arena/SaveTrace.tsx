// How a run went, as a file for tools that read OpenTelemetry. Nothing is sent anywhere.
import { Download } from "lucide-react";
import type { Backend } from "../backend/backend";
import { bytes } from "../format/cell";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { useSaved } from "../ui/useSaved";

export function SaveTrace({ backend, run }: { backend: Backend; run: string }) {
  const { done, trouble, busy, save } = useSaved(
    backend,
    [`${run}.jsonl`, "trace"],
    (path) => backend.exportTrace(path, run),
    () => "The trace is saved.",
  );
  return (
    <div className="trace">
      <Button
        small
        testid="save-trace"
        disabled={busy ? "Saving the trace…" : null}
        onPress={() => void save()}
      >
        <Download aria-hidden size={14} />
        Save the trace…
      </Button>
      <p className="quiet-text">
        The steps, their times, the queries and the calls to models, in the form of OpenTelemetry. No rows of
        your data are in it, and it goes nowhere but into the file.
      </p>
      {done && (
        <p className="trace-saved" data-testid="trace-saved">
          {bytes(done.bytes)} in <code>{done.path}</code>
          <CopyButton small text={() => done.path} what="Path" />
        </p>
      )}
      {done?.notes.map((note) => (
        <p key={note} className="trace-note" data-testid="trace-note">
          {note}
        </p>
      ))}
      {trouble && <ProblemView compact problem={trouble} />}
    </div>
  );
}
