// A word as its definition was understood: its SQL and rows, kept by one press and taken back by another.
import { useState } from "react";
import type { Backend } from "../backend/backend";
import type { Defined, Term } from "../contract";
import { keepTerm } from "../glossary/glossary";
import { t } from "../text";
import { Button } from "../ui/Button";
import "../text/en/thread";

interface Props {
  backend: Backend;
  connection: string;
  defined: Defined;
}

interface State {
  kept: boolean;
  saving: boolean;
  fault: string | null;
}

export function Definition({ backend, connection, defined }: Props) {
  const [{ kept, saving, fault }, setState] = useState<State>({ kept: false, saving: false, fault: null });
  // What stood under this name before, so that taking it back brings it back.
  const [before, setBefore] = useState<Term | null>(null);
  const { term, sql } = defined;

  const save = async (own: (old: Term | null) => Term | null, then: boolean, fails: string) => {
    setState((old) => ({ ...old, saving: true, fault: null }));
    const fault = await keepTerm(backend, connection, term.name, own);
    setState((old) => ({
      kept: fault === null ? then : old.kept,
      saving: false,
      fault: fault && `${fails} ${fault}`,
    }));
  };
  const keep = () =>
    save(
      (old) => {
        setBefore(old);
        return term;
      },
      true,
      t("thread.definition.notKept"),
    );
  const undo = () => save(() => before, false, t("thread.definition.notTakenBack"));
  const busy = saving ? t("thread.definition.saving") : null;

  return (
    <div data-testid="definition">
      {sql !== "" && <pre dir="ltr">{sql}</pre>}
      <p role="status">{fault ?? (kept && t("thread.definition.inGlossary", { name: term.name }))}</p>
      {kept ? (
        <Button small kind="quiet" testid="definition-undo" disabled={busy} onPress={undo}>
          {t("thread.definition.takeBack")}
        </Button>
      ) : (
        <Button kind="primary" testid="definition-keep" disabled={busy} onPress={keep}>
          {t("thread.definition.keep")}
        </Button>
      )}
    </div>
  );
}
