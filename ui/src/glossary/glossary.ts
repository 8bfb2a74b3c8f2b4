// The glossary as a person edits it: what is saved, what is being written, and why something was refused.
import type { Holds, Meaning, Refused, Term } from "../contract";

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
  if (name === "") return "Give it a name first.";
  const same = (other: Term | null) => other?.name.trim().toLocaleLowerCase() === name.toLocaleLowerCase();
  if (lines.some((l) => l.id !== id && same(l.saved))) return "There is a term of this name already.";
  const { meaning } = term;
  if (meaning.kind === "words") return term.definition.trim() === "" ? "Say what it means first." : null;
  if (meaning.table === "") return "Choose a table first.";
  if ("column" in meaning && meaning.column === "") return "Choose a column first.";
  if (meaning.kind === "value" && meaning.value === "") return "Say which value it stands for.";
  if (meaning.kind === "rows" && meaning.value.trim() === "") return "Say which value it is compared with.";
  if ("sql" in meaning && meaning.sql.trim() === "") return "Write the SQL first.";
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
  { kind: "words", name: "Words only", says: "It is only explained." },
  { kind: "table", name: "A table", says: "Another name of a table." },
  { kind: "column", name: "A column", says: "Another name of a column." },
  { kind: "value", name: "A value", says: "Another name of a value, as “Holland” of “Netherlands”." },
  { kind: "rows", name: "Some rows", says: "Rows of a table with a certain value: “open order”." },
  {
    kind: "filter",
    name: "Some rows, by SQL",
    says: "Rows of a table by a condition of your own: “late order”.",
  },
  { kind: "formula", name: "A figure", says: "Something that is computed: “revenue”." },
];

export const HOLDS: readonly { holds: Holds; says: string }[] = [
  { holds: "is", says: "is" },
  { holds: "above", says: "is above" },
  { holds: "below", says: "is below" },
  { holds: "contains", says: "contains" },
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

/** "rows of orders where status = 'open'". */
export function meaningWords(meaning: Meaning): { says: string; code: string | null } {
  switch (meaning.kind) {
    case "words":
      return { says: "", code: null };
    case "table":
      return { says: `the table ${meaning.table}`, code: null };
    case "column":
      return { says: `the column ${meaning.table}.${meaning.column}`, code: null };
    case "value":
      return { says: `“${meaning.value}” in ${meaning.table}.${meaning.column}`, code: null };
    case "rows": {
      const holds = HOLDS.find((h) => h.holds === meaning.holds)?.says ?? "is";
      return {
        says: `rows of ${meaning.table} whose ${meaning.column} ${holds} “${meaning.value}”`,
        code: null,
      };
    }
    case "filter":
      return { says: `rows of ${meaning.table} where`, code: meaning.sql };
    case "formula":
      return { says: `computed from ${meaning.table} as`, code: meaning.sql };
  }
}
