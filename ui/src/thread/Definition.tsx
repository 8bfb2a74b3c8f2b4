// A word as its definition was understood: its SQL and rows, kept by one press and taken back by another.
import { useState } from "react";
import type { Backend } from "../backend/backend";
import type { Defined, Term } from "../contract";
import { Button } from "../ui/Button";

interface Props {
  backend: Backend;
  connection: string;
  defined: Defined;
}

type State = { kind: "offered" | "saving" | "kept" } | { kind: "refused"; why: string };

export function Definition({ backend, connection, defined }: Props) {
  const [state, setState] = useState<State>({ kind: "offered" });
  // What stood under this name before, so that taking it back brings it back.
  const [before, setBefore] = useState<Term | null>(null);
  const { term, sql } = defined;
  const name = term.name.toLocaleLowerCase();

  const save = async (own: (old: Term | null) => Term | null, after: State) => {
    setState({ kind: "saving" });
    try {
      const all = await backend.glossary(connection);
      const old = all.find((t) => t.name.toLocaleLowerCase() === name) ?? null;
      const put = own(old);
      const rest = all.filter((t) => t !== old);
      const refused = await backend.saveGlossary(connection, put ? [...rest, put] : rest);
      const why = refused.find((r) => r.name === put?.name)?.why;
      setState(why ? { kind: "refused", why } : after);
    } catch (problem) {
      setState({ kind: "refused", why: told(problem) });
    }
  };
  const keep = () =>
    save(
      (old) => {
        setBefore(old);
        return term;
      },
      { kind: "kept" },
    );
  const undo = () => save(() => before, { kind: "offered" });

  return (
    <div data-testid="definition">
      {sql !== "" && <pre dir="ltr">{sql}</pre>}
      <p role="status">
        {state.kind === "kept" && `“${term.name}” is in the glossary and is used from now on. `}
        {state.kind === "refused" && `It was not kept: ${state.why} `}
      </p>
      {state.kind === "kept" ? (
        <Button small kind="quiet" testid="definition-undo" onPress={undo}>
          Take it back
        </Button>
      ) : (
        <Button
          small
          testid="definition-keep"
          disabled={state.kind === "saving" ? "It is being saved." : null}
          onPress={keep}
        >
          Keep it
        </Button>
      )}
    </div>
  );
}

function told(problem: unknown): string {
  const message = (problem as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : String(problem);
}
