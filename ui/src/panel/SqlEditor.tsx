// SQL in colours, to read, change and run. Loaded only when a panel opens.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { PostgreSQL, SQLite, type SQLNamespace, sql, StandardSQL } from "@codemirror/lang-sql";
import { codeFolding, foldGutter, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import { shortcut } from "../app/commands";
import type { Catalog, Dialect } from "../contract";
import { t } from "../text";
import "../text/en/panelMore";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--code-name)" },
]);

const DIALECT = { sqlite: SQLite, postgres: PostgreSQL, duckdb: PostgreSQL } as const;

/** What the editor says of its own accord. */
const phrases = {
  Completions: t("panel.editor.completions"),
  "Fold line": t("panel.editor.fold"),
  "Unfold line": t("panel.editor.unfold"),
  "folded code": t("panel.editor.folded"),
  unfold: t("panel.editor.show"),
  "Selection deleted": t("panel.editor.deleted"),
};

interface Props {
  /** What it begins with; another text begins anew. */
  text: string;
  dialect: Dialect | null;
  /** Names to complete. */
  catalog: Catalog | null;
  onChange(text: string): void;
  onRun(): void;
}

export default function SqlEditor({ text, dialect, catalog, onChange, onRun }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const verbs = useRef({ onChange, onRun });
  verbs.current = { onChange, onRun };
  useEffect(() => {
    if (!place.current) return;
    const run = () => {
      verbs.current.onRun();
      return true;
    };
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.phrases.of(phrases),
          lineNumbers(),
          foldGutter(),
          codeFolding(),
          history(),
          drawSelection(),
          autocompletion({ icons: false }),
          sql({ dialect: dialect ? DIALECT[dialect] : StandardSQL, schema: namesOf(catalog) }),
          syntaxHighlighting(colours),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            "aria-label": t("panel.editor.label", { keys: shortcut("run") }),
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) verbs.current.onChange(update.state.doc.toString());
          }),
          // Before the usual keys, which break the line here.
          Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
          // Tab leaves, as everywhere else in the window.
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        ],
      }),
    });
    return () => view.destroy();
  }, [text, dialect, catalog]);
  return <div ref={place} className="code" />;
}

function namesOf(catalog: Catalog | null): SQLNamespace {
  const tables = catalog?.tables ?? [];
  return Object.fromEntries(tables.map((table) => [table.name, table.columns.map((column) => column.name)]));
}
