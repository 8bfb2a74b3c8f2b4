// Where models come from and go to: seen at a glance, changed where a person wants it otherwise.
import { useId, useState } from "react";
import { Trans } from "../text/Trans";
import { asProblem, type Backend } from "../backend/backend";
import type { Problem, Shelf } from "../contract";
import { bytes } from "../format/cell";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/shelf";

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
      announce(t("shelf.place.saved"));
    } catch (error) {
      setTrouble(asProblem(error));
    } finally {
      setSaving(false);
    }
  };
  const wait = saving ? t("common.saving") : busy ? t("shelf.place.notNow") : null;
  if (draft === null)
    return (
      <div className="shelf-place" data-testid="shelf-place">
        <p className="shelf-place-words">
          <PlaceWords shelf={shelf} />
        </p>
        <Button
          small
          kind="quiet"
          label={t("shelf.place.changeWhat")}
          testid="shelf-change"
          disabled={wait}
          onPress={() => setDraft({ from: shelf.from, into: shelf.into })}
        >
          {t("shelf.place.change")}
        </Button>
      </div>
    );
  return (
    <form
      className="shelf-edit"
      aria-label={t("shelf.place.form")}
      onSubmit={(e) => e.preventDefault()}
      // No button of ours submits a form, so Enter in a field is heard here.
      onKeyDown={(e) => {
        if (e.key === "Enter" && e.target instanceof HTMLInputElement && wait === null) void save(draft);
      }}
    >
      <div className="field">
        <label className="field-label" htmlFor={into}>
          {t("shelf.place.folder")}
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
            {t("shelf.place.choose")}
          </Button>
        </div>
      </div>
      <div className="field">
        <label className="field-label" htmlFor={from}>
          {t("shelf.place.address")}
        </label>
        <input
          id={from}
          className="input"
          data-testid="shelf-from"
          value={draft.from}
          spellCheck={false}
          onChange={(e) => setDraft({ ...draft, from: e.target.value })}
        />
        <p className="field-help">{t("shelf.place.addressHelp")}</p>
      </div>
      {trouble && <ProblemView compact problem={trouble} />}
      <div className="row">
        <Button small kind="primary" testid="shelf-save" disabled={wait} onPress={() => void save(draft)}>
          {t("common.save")}
        </Button>
        <Button
          small
          testid="shelf-cancel"
          onPress={() => {
            setDraft(null);
            setTrouble(null);
          }}
        >
          {t("common.cancel")}
        </Button>
        {(shelf.own_address || shelf.own_folder) && (
          <Button small kind="quiet" testid="shelf-reset" disabled={wait} onPress={() => void save(null)}>
            {t("shelf.place.asAtFirst")}
          </Button>
        )}
      </div>
    </form>
  );
}

function PlaceWords({ shelf }: { shelf: Shelf }) {
  const from = shelf.from.replace(/^https:\/\//, "");
  const { into, free } = shelf;
  const components = { b: <b />, into: <b dir="auto" /> };
  if (into === "") return <Trans i18nKey="shelf.place.noFolder" values={{ from }} components={components} />;
  if (free === null)
    return <Trans i18nKey="shelf.place.says" values={{ from, into }} components={components} />;
  return (
    <Trans
      i18nKey="shelf.place.saysFree"
      values={{ from, into, size: bytes(free) }}
      components={{ ...components, quiet: <span className="quiet-text" /> }}
    />
  );
}
