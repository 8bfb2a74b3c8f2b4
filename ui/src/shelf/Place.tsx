// Where models come from and go to: seen at a glance, changed where a person wants it otherwise.
import { useId, useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Problem, Shelf } from "../contract";
import { bytes } from "../format/cell";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";

interface Props {
  backend: Backend;
  shelf: Shelf;
  busy: boolean;
  onSaved(shelf: Shelf): void;
}

export function Place({ backend, shelf, busy, onSaved }: Props) {
  const [draft, setDraft] = useState<{ from: string; into: string } | null>(null);
  const [saving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [into, from] = [useId(), useId()];
  const save = async (next: { from: string; into: string } | null) => {
    setSaving(true);
    setTrouble(null);
    try {
      onSaved(await backend.saveShelf(next?.from.trim() || null, next?.into.trim() || null));
      setDraft(null);
      announce("Saved.");
    } catch (error) {
      setTrouble(asProblem(error));
    } finally {
      setSaving(false);
    }
  };
  const wait = saving ? "Saving…" : busy ? "Not while a model is being downloaded." : null;
  if (draft === null)
    return (
      <div className="shelf-place" data-testid="shelf-place">
        <p className="shelf-place-words">
          Downloads come from <b>{shelf.from.replace(/^https:\/\//, "")}</b> and go to{" "}
          <b dir="auto">{shelf.into || "no folder yet"}</b>
          {shelf.free !== null && <span className="quiet-text">, where {bytes(shelf.free)} are free</span>}.
        </p>
        <Button
          small
          kind="quiet"
          label="Change where models come from and go to"
          testid="shelf-change"
          disabled={wait}
          onPress={() => setDraft({ from: shelf.from, into: shelf.into })}
        >
          Change…
        </Button>
      </div>
    );
  return (
    <form
      className="shelf-edit"
      aria-label="Where models come from and go to"
      onSubmit={(e) => e.preventDefault()}
      // No button of ours submits a form, so Enter in a field is heard here.
      onKeyDown={(e) => {
        if (e.key === "Enter" && e.target instanceof HTMLInputElement && wait === null) void save(draft);
      }}
    >
      <div className="field">
        <label className="field-label" htmlFor={into}>
          Folder for models
        </label>
        <div className="row tight">
          <input
            id={into}
            className="input shelf-folder"
            data-testid="shelf-into"
            value={draft.into}
            spellCheck={false}
            onChange={(e) => setDraft({ ...draft, into: e.target.value })}
          />
          <Button
            small
            testid="shelf-pick"
            onPress={() =>
              void backend.pickFiles("place").then(
                ([path]) => path !== undefined && setDraft((old) => old && { ...old, into: path }),
                () => undefined,
              )
            }
          >
            Choose…
          </Button>
        </div>
      </div>
      <div className="field">
        <label className="field-label" htmlFor={from}>
          Address of the hub
        </label>
        <input
          id={from}
          className="input"
          data-testid="shelf-from"
          value={draft.from}
          spellCheck={false}
          onChange={(e) => setDraft({ ...draft, from: e.target.value })}
        />
        <p className="field-help">
          A mirror of the hub, for example your company's. It starts with https://.
        </p>
      </div>
      {trouble && <ProblemView compact problem={trouble} />}
      <div className="row">
        <Button small kind="primary" testid="shelf-save" disabled={wait} onPress={() => void save(draft)}>
          Save
        </Button>
        <Button
          small
          testid="shelf-cancel"
          onPress={() => {
            setDraft(null);
            setTrouble(null);
          }}
        >
          Cancel
        </Button>
        {(shelf.own_address || shelf.own_folder) && (
          <Button small kind="quiet" testid="shelf-reset" disabled={wait} onPress={() => void save(null)}>
            As at first
          </Button>
        )}
      </div>
    </form>
  );
}
