// How a run went, as a file for tools that read OpenTelemetry. Nothing is sent anywhere.
import { Download } from "lucide-react";
import { useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Exported, Problem } from "../contract";
import { bytes } from "../format/cell";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";

export function SaveTrace({ backend, run }: { backend: Backend; run: string }) {
  const [done, setDone] = useState<Exported | null>(null);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const write = async () => {
    setTrouble(null);
    setDone(null);
    setBusy(true);
    try {
      const path = await backend.pickSavePath(`${run}.jsonl`, "trace");
      if (path) {
        setDone(await backend.exportTrace(path, run));
        announce("The trace is saved.");
      }
    } catch (error) {
      setTrouble(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="trace">
      <Button
        small
        testid="save-trace"
        disabled={busy ? "Saving the trace…" : null}
        onPress={() => void write()}
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
