// The words of the business and what they stand for. A person's words win over everything that was made.
import { BookA, Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Catalog, Problem, Term } from "../contract";
import { useLoad } from "../explore/useLoad";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Waiting } from "../ui/Waiting";
import { UndoLine } from "../ui/UndoLine";
import { useUndo } from "../ui/useUndo";
import {
  EMPTY,
  incomplete,
  type Line,
  linesOf,
  meaningWords,
  nextId,
  settled,
  trimmed,
  wanted,
} from "./glossary";
import { TermForm } from "./TermForm";
import "../text/en/glossary";

interface Props {
  backend: Backend;
  id: string;
  catalog: Catalog;
}

export function GlossaryPane({ backend, id, catalog }: Props) {
  const { load, again } = useLoad(id, 0, () => backend.glossary(id));
  if (load.is !== "ready")
    return <Waiting load={load} again={again} lines={6} label={t("glossary.reading")} />;
  return <Editor backend={backend} id={id} catalog={catalog} terms={load.value} />;
}

function Editor({ backend, id, catalog, terms }: Props & { terms: Term[] }) {
  const [lines, setLines] = useState<Line[]>(() => linesOf(terms));
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const focusOn = useRef<string | null>(null);
  const undo = useUndo();
  // The focus stays by the term whose form was closed.
  useEffect(() => {
    if (focusOn.current === null) return;
    place.current?.querySelector<HTMLElement>(focusOn.current)?.focus();
    focusOn.current = null;
  });

  const change = (line: Line, to: Partial<Line>) =>
    setLines((old) => old.map((l) => (l.id === line.id ? { ...l, ...to } : l)));
  const add = () => setLines((old) => [{ id: nextId(old), saved: null, draft: EMPTY, why: null }, ...old]);
  const cancel = (line: Line) => {
    focusOn.current = line.saved ? `[data-line="${line.id}"] .term-edit` : ".term-add";
    setLines((old) =>
      old.flatMap((l) => (l.id !== line.id ? [l] : l.saved ? [{ ...l, draft: null, why: null }] : [])),
    );
  };
  /** `base`: the list that it becomes a part of. True: it was saved. */
  const save = async (line: Line, draft: Term | null, base = lines): Promise<boolean> => {
    const term = draft && trimmed(draft);
    setSaving(true);
    setProblem(null);
    try {
      const refused = await backend.saveGlossary(id, wanted(base, line.id, term));
      const mine = term !== null && refused.some((r) => r.name === term.name);
      // What was saved of it before is not lost by a slip of the pen.
      if (mine && line.saved) await backend.saveGlossary(id, wanted(lines, line.id, line.saved));
      focusOn.current = mine ? null : term ? `[data-line="${line.id}"] .term-edit` : ".term-add";
      setLines((old) => settled(old, line.id, term, refused));
      if (!mine) announce(term ? t("glossary.saved", { name: term.name }) : t("glossary.removed"));
      return !mine;
    } catch (error) {
      setProblem(asProblem(error));
      return false;
    } finally {
      setSaving(false);
    }
  };

  const remove = async (line: Line) => {
    const { saved } = line;
    if (!saved || !(await save(line, null))) return;
    undo.remove({
      key: saved.name,
      says: t("glossary.wasRemoved", { name: saved.name }),
      back: () => bringBack.current(saved),
    });
  };
  // Called seconds later, when the list may be another one.
  const bringBack = useRef<(term: Term) => void>(() => undefined);
  bringBack.current = (term) => {
    const line: Line = { id: nextId(lines), saved: null, draft: term, why: null };
    setLines([line, ...lines]);
    void save(line, term, [line, ...lines]);
  };

  const saved = lines.filter((l) => l.saved !== null).length;
  return (
    <div className="sheet glossary" ref={place} data-testid="glossary">
      <header className="glossary-head">
        <div>
          <h2 className="weight-title">{t("glossary.title")}</h2>
          <p className="quiet-text">
            {saved === 0 ? t("glossary.titleNone") : t("glossary.titleSays", { count: saved })}
          </p>
        </div>
        <Button kind="primary" className="term-add" testid="term-add" onPress={add}>
          <Plus aria-hidden size={15} />
          {t("glossary.add")}
        </Button>
      </header>
      {problem && <ProblemView compact problem={problem} />}
      <UndoLine undo={undo} />
      {lines.length === 0 && (
        <div className="glossary-none">
          <BookA aria-hidden size={30} strokeWidth={1.5} />
          <p>{t("glossary.none")}</p>
        </div>
      )}
      <ul className="plain-list terms">
        {lines.map((line) => (
          <li
            key={line.id}
            className="term"
            data-line={line.id}
            data-testid={`term-${line.saved?.name ?? "new"}`}
          >
            {line.draft ? (
              <TermForm
                term={line.draft}
                why={line.why}
                disabled={saving ? t("common.saving") : incomplete(line.draft, lines, line.id)}
                catalog={catalog}
                onChange={(draft) => change(line, { draft })}
                onCount={(meaning) => backend.termRows(id, meaning)}
                onSave={() => void save(line, line.draft)}
                onCancel={() => cancel(line)}
              />
            ) : (
              line.saved && (
                <TermLine
                  term={line.saved}
                  busy={saving}
                  onEdit={() => change(line, { draft: line.saved })}
                  onRemove={() => void remove(line)}
                />
              )
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TermLine({
  term,
  busy,
  onEdit,
  onRemove,
}: {
  term: Term;
  busy: boolean;
  onEdit(): void;
  onRemove(): void;
}) {
  const { says, code } = meaningWords(term.meaning);
  return (
    <div className="term-line">
      <div className="term-words">
        <h3 className="term-name" dir="auto">
          {term.name}
        </h3>
        {term.definition !== "" && (
          <p className="term-definition" dir="auto">
            {term.definition}
          </p>
        )}
        {says !== "" && (
          <p className="term-meaning">
            {says} {code !== null && <code dir="ltr">{code}</code>}
          </p>
        )}
      </div>
      <div className="row tight">
        <Button
          small
          kind="quiet"
          className="term-edit"
          label={t("glossary.edit", { name: term.name })}
          onPress={onEdit}
        >
          <Pencil aria-hidden size={14} />
        </Button>
        <Button
          small
          kind="quiet"
          label={t("glossary.remove", { name: term.name })}
          disabled={busy ? t("common.saving") : null}
          onPress={onRemove}
        >
          <Trash2 aria-hidden size={14} />
        </Button>
      </div>
    </div>
  );
}
