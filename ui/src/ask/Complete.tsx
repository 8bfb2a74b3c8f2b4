// Names, terms, stored values and earlier questions for the word at the caret. The focus stays in the question box, whose keys
// come here first while something is offered; nothing is chosen by itself.
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Backend } from "../backend/backend";
import type { Catalog } from "../contract";
import { t } from "../text";
import { GROUPS, type Kind, type Named, type Offer, offers, pieces, spoken } from "./completing";
import "../styles/complete.css";
import "../text/en/ask";

/** What there is to offer of a database. */
export interface Completing {
  backend: Backend;
  id: string;
  catalog: Catalog;
}

/** What the box says of the list to a screen reader. */
export interface Listed {
  open: boolean;
  active: string | null;
}

interface Props extends Completing {
  text: string;
  caret: number;
  earlier: readonly string[];
  /** The box calls it with each key; true: it was meant for the list. */
  keys: RefObject<((key: string) => boolean) | null>;
  onListed(listed: Listed): void;
  onTake(offer: Offer): void;
  onClose(): void;
}

export const LIST = "complete-list";
/** Values are asked for once the typing pauses. */
const PAUSE_MS = 120;

export default function Complete(props: Props) {
  const { backend, id, catalog, text, caret, earlier, keys, onListed, onTake, onClose } = props;
  const [terms, setTerms] = useState<Named[]>([]);
  const [values, setValues] = useState<Named[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // Enter after one more letter asks: what was chosen before it is chosen no more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text
  useEffect(() => setChosen(null), [text]);

  useEffect(() => {
    let gone = false;
    backend.glossary(id).then(
      (all) => !gone && setTerms(all.map(({ name }) => ({ kind: "term", text: name, where: "" }))),
      // Without the glossary there is that much less to offer; its own page says why.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [backend, id]);

  const asked = pieces(text, caret)
    .map((piece) => piece.words)
    .join("\n");
  useEffect(() => {
    if (asked === "") return;
    let gone = false;
    const timer = setTimeout(() => {
      const all = asked.split("\n").map((words) => backend.complete(id, words).catch(() => []));
      void Promise.all(all).then((found) => {
        if (gone) return;
        const named = found.flat().map(
          ({ value, table, column }): Named => ({
            kind: "value",
            text: value,
            where: t("ask.complete.of", { column: spoken(column), table: spoken(table) }),
          }),
        );
        setValues(named);
      });
    }, PAUSE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [backend, id, asked]);

  const names = useMemo(() => namesOf(catalog), [catalog]);
  const found = useMemo(() => {
    const questions = earlier.map((question): Named => ({ kind: "question", text: question, where: "" }));
    return offers(text, caret, [...terms, ...names, ...values, ...questions]);
  }, [text, caret, terms, names, values, earlier]);
  const keyed = found.map((offer) => ({ offer, key: `${offer.kind} ${offer.text}` }));
  const at = keyed.findIndex(({ key }) => key === chosen);
  const active = at < 0 ? null : `complete-${at}`;
  const open = found.length > 0;

  // Before it is drawn: at no moment is one chosen that the box does not name.
  useLayoutEffect(() => {
    onListed({ open, active });
    return () => onListed({ open: false, active: null });
  }, [open, active, onListed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);

  useEffect(() => {
    keys.current = (key) => {
      if (!open) return false;
      if (key === "Escape") {
        onClose();
        return true;
      }
      if (key === "ArrowDown" || key === "ArrowUp") {
        // One step past the ends nothing is chosen again.
        const all = keyed.length + 1;
        const next = (at + 1 + (key === "ArrowDown" ? 1 : -1) + all) % all;
        setChosen(keyed[next - 1]?.key ?? null);
        return true;
      }
      const one = keyed[at];
      if ((key === "Enter" || key === "Tab") && one) {
        onTake(one.offer);
        return true;
      }
      return false;
    };
    return () => {
      keys.current = null;
    };
  });

  const kinds = [...new Set(found.map((offer) => offer.kind))];
  return (
    <>
      {open && (
        <div
          ref={list}
          id={LIST}
          className="complete"
          role="listbox"
          aria-label={t("ask.complete.suggestions")}
          data-testid="complete"
        >
          {kinds.map((kind) => (
            <Group key={kind} kind={kind}>
              {keyed.map(
                ({ offer, key }, n) =>
                  offer.kind === kind && (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the question box has the keys
                    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the question box
                    <div
                      key={key}
                      id={`complete-${n}`}
                      role="option"
                      aria-selected={n === at}
                      className="complete-item"
                      data-testid={`complete-${kind}`}
                      onMouseDown={(e) => e.preventDefault()}
                      onClick={() => onTake(offer)}
                    >
                      <span className="complete-text" dir="auto">
                        {offer.text}
                      </span>
                      {offer.where !== "" && <span className="complete-where">{offer.where}</span>}
                    </div>
                  ),
              )}
            </Group>
          ))}
        </div>
      )}
      <span className="offscreen" role="status">
        {open ? t("ask.complete.found", { count: found.length }) : ""}
      </span>
    </>
  );
}

function Group({ kind, children }: { kind: Kind; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={`complete-of-${kind}`} className="complete-group">
      <div id={`complete-of-${kind}`} role="presentation" className="complete-kind">
        {GROUPS[kind]}
      </div>
      {children}
    </div>
  );
}

function namesOf(catalog: Catalog): Named[] {
  const tables = catalog.tables.map(({ name }): Named => {
    const text = spoken(name);
    return { kind: "table", text, where: text === name ? "" : name };
  });
  const columns = new Map<string, Set<string>>();
  for (const table of catalog.tables)
    for (const { name } of table.columns) {
      const text = spoken(name);
      columns.set(text, (columns.get(text) ?? new Set()).add(table.name));
    }
  return [
    ...tables,
    ...[...columns].map(([text, of]): Named => {
      const [first = ""] = of;
      return {
        kind: "column",
        text,
        where:
          of.size === 1
            ? spoken(first)
            : t("ask.complete.in", { tables: t("common.tables", { count: of.size }) }),
      };
    }),
  ];
}
