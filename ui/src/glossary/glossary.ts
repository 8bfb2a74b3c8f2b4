// The glossary as a person edits it: what is saved, what is being written, and why something was refused.
import { folded } from "../ask/completing";
import { asProblem, type Backend } from "../backend/backend";
import type { Holds, Meaning, Refused, Term } from "../contract";
import { t } from "../text";
import "../text/en/glossary";

export interface Line {
  /** The same while it is edited; names may change. */
  id: number;
  /** As the workspace has it; null: not saved yet. */
  saved: Term | null;
  /** While it is being written. */
  draft: Term | null;
  /** Why the draft was not saved. */
  why: string | null;
}

export const EMPTY: Term = { name: "", definition: "", meaning: { kind: "words" } };

export function linesOf(terms: readonly Term[]): Line[] {
  return terms.map((saved, id) => ({ id, saved, draft: null, why: null }));
}

export function nextId(lines: readonly Line[]): number {
  return Math.max(-1, ...lines.map((l) => l.id)) + 1;
}

/** Everything that is to be kept, with this line as `term`, or without it. */
export function wanted(lines: readonly Line[], id: number, term: Term | null): Term[] {
  return lines.flatMap((line) => {
    const kept = line.id === id ? term : line.saved;
    return kept ? [kept] : [];
  });
}

/** After saving: what was refused is a draft with its reason, the rest is as it was sent. */
export function settled(
  lines: readonly Line[],
  id: number,
  term: Term | null,
  refused: readonly Refused[],
): Line[] {
  return lines.flatMap((line): Line[] => {
    const sent = line.id === id ? term : line.saved;
    if (sent === null) return line.id === id ? [] : [line];
    const why = refused.find((r) => r.name === sent.name)?.why ?? null;
    // An edit that was refused leaves what was saved before.
    if (why !== null) return [{ ...line, saved: line.id === id ? line.saved : null, draft: sent, why }];
    return [line.id === id ? { ...line, saved: sent, draft: null, why: null } : line];
  });
}

/** Why it cannot be saved as it stands; null: it can. */
export function incomplete(term: Term, lines: readonly Line[], id: number): string | null {
  const name = term.name.trim();
  if (name === "") return t("glossary.wants.name");
  const same = (other: Term | null) => other?.name.trim().toLocaleLowerCase() === name.toLocaleLowerCase();
  if (lines.some((l) => l.id !== id && same(l.saved))) return t("glossary.wants.otherName");
  const { meaning } = term;
  if (meaning.kind === "words") return term.definition.trim() === "" ? t("glossary.wants.definition") : null;
  if (meaning.table === "") return t("glossary.wants.table");
  if ("column" in meaning && meaning.column === "") return t("glossary.wants.column");
  if (meaning.kind === "value" && meaning.value === "") return t("glossary.wants.value");
  if (meaning.kind === "rows" && meaning.value.trim() === "") return t("glossary.wants.compared");
  if ("sql" in meaning && meaning.sql.trim() === "") return t("glossary.wants.sql");
  return null;
}

export function trimmed(term: Term): Term {
  const { meaning } = term;
  return {
    name: term.name.trim(),
    definition: term.definition.trim(),
    meaning:
      "sql" in meaning
        ? { ...meaning, sql: meaning.sql.trim() }
        : meaning.kind === "rows"
          ? { ...meaning, value: meaning.value.trim() }
          : meaning,
  };
}

/** Another kind keeps what it shares with the one before. */
export function asKind(kind: Meaning["kind"], from: Meaning): Meaning {
  const table = "table" in from ? from.table : "";
  const column = "column" in from ? from.column : "";
  const sql = "sql" in from ? from.sql : "";
  switch (kind) {
    case "words":
      return { kind };
    case "table":
      return { kind, table };
    case "column":
      return { kind, table, column };
    case "value":
      return { kind, table, column, value: "value" in from ? from.value : "" };
    case "rows":
      return {
        kind,
        table,
        column,
        holds: "holds" in from ? from.holds : "is",
        value: "value" in from ? from.value : "",
      };
    case "filter":
    case "formula":
      return { kind, table, sql };
  }
}

export const KINDS: readonly { kind: Meaning["kind"]; name: string; says: string }[] = [
  { kind: "words", name: t("glossary.kinds.words"), says: t("glossary.kinds.wordsSays") },
  { kind: "table", name: t("glossary.kinds.table"), says: t("glossary.kinds.tableSays") },
  { kind: "column", name: t("glossary.kinds.column"), says: t("glossary.kinds.columnSays") },
  { kind: "value", name: t("glossary.kinds.value"), says: t("glossary.kinds.valueSays") },
  { kind: "rows", name: t("glossary.kinds.rows"), says: t("glossary.kinds.rowsSays") },
  { kind: "filter", name: t("glossary.kinds.filter"), says: t("glossary.kinds.filterSays") },
  { kind: "formula", name: t("glossary.kinds.formula"), says: t("glossary.kinds.formulaSays") },
];

export const HOLDS: readonly { holds: Holds; says: string }[] = [
  { holds: "is", says: t("glossary.holds.is") },
  { holds: "above", says: t("glossary.holds.above") },
  { holds: "below", says: t("glossary.holds.below") },
  { holds: "contains", says: t("glossary.holds.contains") },
];

/** Whether it says which rows it means, so that they can be counted. */
export function countable(meaning: Meaning): boolean {
  switch (meaning.kind) {
    case "value":
    case "rows":
      return meaning.table !== "" && meaning.column !== "" && meaning.value.trim() !== "";
    case "filter":
      return meaning.table !== "" && meaning.sql.trim() !== "";
    default:
      return false;
  }
}

/** "rows of orders where", and the SQL that follows. */
export function meaningWords(meaning: Meaning): { says: string; code: string | null } {
  switch (meaning.kind) {
    case "words":
      return { says: "", code: null };
    case "table":
      return { says: t("glossary.means.table", { table: meaning.table }), code: null };
    case "column":
      return {
        says: t("glossary.means.column", { table: meaning.table, column: meaning.column }),
        code: null,
      };
    case "value":
      return {
        says: t("glossary.means.value", {
          value: meaning.value,
          table: meaning.table,
          column: meaning.column,
        }),
        code: null,
      };
    case "rows":
      return {
        says: t(`glossary.rowsWhose.${meaning.holds}`, {
          table: meaning.table,
          column: meaning.column,
          value: meaning.value,
        }),
        code: null,
      };
    case "filter":
      return { says: t("glossary.means.filter", { table: meaning.table }), code: meaning.sql };
    case "formula":
      return { says: t("glossary.means.formula", { table: meaning.table }), code: meaning.sql };
  }
}

/** Puts a term in place of the one of its name, or takes that one away (`null`). Why it was refused, or null: then what stood there before stays. */
export async function keepTerm(
  backend: Backend,
  connection: string,
  name: string,
  make: (old: Term | null) => Term | null,
): Promise<string | null> {
  try {
    const all = await backend.glossary(connection);
    const old = all.find((one) => folded(one.name) === folded(name)) ?? null;
    const put = make(old);
    const rest = all.filter((one) => one !== old);
    const refused = await backend.saveGlossary(connection, put ? [...rest, put] : rest);
    const why = refused.find((r) => r.name === put?.name)?.why ?? null;
    if (why !== null && old) await backend.saveGlossary(connection, all);
    return why;
  } catch (error) {
    const { message, hint } = asProblem(error);
    return hint ? `${message} ${hint}` : message;
  }
}
