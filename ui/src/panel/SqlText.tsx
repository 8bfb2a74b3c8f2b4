// SQL in colours, to read and copy. Loaded only when a panel opens.
import { PostgreSQL, SQLite, sql, StandardSQL } from "@codemirror/lang-sql";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import type { Dialect } from "../contract";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--code-name)" },
]);

const DIALECT = { sqlite: SQLite, postgres: PostgreSQL, duckdb: PostgreSQL } as const;

export default function SqlText({ text, dialect }: { text: string; dialect: Dialect | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          drawSelection(),
          sql({ dialect: dialect ? DIALECT[dialect] : StandardSQL }),
          syntaxHighlighting(colours),
          EditorState.readOnly.of(true),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "SQL, read only" }),
        ],
      }),
    });
    return () => view.destroy();
  }, [text, dialect]);
  return <div ref={place} className="code" />;
}
