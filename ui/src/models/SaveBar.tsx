// Comes up at the foot of a pane while something in it is changed and not saved.
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import type { Drafting } from "./useDraft";

export function SaveBar({ drafting }: { drafting: Drafting }) {
  const { changed, trouble, wrong, busy, undo, save } = drafting;
  if (!changed) return trouble && <ProblemView compact problem={trouble} />;
  return (
    <section className="save-bar" aria-label="Changes" data-testid="save-bar">
      {trouble ? (
        <ProblemView compact problem={trouble} />
      ) : (
        <p className="save-says" role="status">
          {wrong ?? "Changed, and not saved yet."}
        </p>
      )}
      <div className="row">
        <Button small testid="settings-undo" onPress={undo}>
          Undo
        </Button>
        <Button
          small
          kind="primary"
          testid="settings-save"
          disabled={busy ? "Saving…" : wrong}
          onPress={save}
        >
          Save
        </Button>
      </div>
    </section>
  );
}
