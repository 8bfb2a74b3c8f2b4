// The words of the question, and what they were matched to: tables, columns, stored values, days, and what grammar makes of
// them. In: a run, and the attempt whose account of the words is followed. Out: words and matches with the lines between.
import type { Candidate, Span, WordUse } from "../contract";
import type { Run } from "../run/reduce";
import { type Piece, pieces } from "../run/spans";
import { dates, t } from "../text";
import "../text/en/arena";

export interface SWord {
  id: string;
  text: string;
  /** `plain`: nothing was looked up for it; `unused`: nothing in the database fits it. */
  is: "found" | "plain" | "unused";
}

export interface SMatch {
  id: string;
  /** "order date" */
  label: string;
  /** "column of orders" */
  sub: string;
  /** Words that it was found by. */
  words: string[];
  /** How many attempts use it. */
  by: number;
  /** The leading attempt does. */
  leads: boolean;
}

interface Found extends Omit<SMatch, "words"> {
  spans: Span[];
}

/** More would not fit beside each other. */
const MOST_MATCHES = 9;
const MOST_WORDS = 12;

const plainName = (name: string) => name.replace(/^.*\./, "").replaceAll("_", " ");
const columnOf = (table: string) => t("arena.match.column", { table: plainName(table) });

export function wordsAndMatches(
  run: Run,
  lead: string | null,
): { words: SWord[]; matches: SMatch[]; more: number } {
  const question = run.plan?.question ?? run.question;
  const all = found(run, lead);
  const kept = [...all].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_MATCHES);
  const shown = all
    .filter((match) => kept.includes(match))
    .sort((a, b) => (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0));
  const unused = run.candidates.find((c) => c.id === lead)?.unplaced ?? run.linked?.unplaced ?? [];
  const { words, wordAt } = wordsOf(
    question,
    shown.flatMap((m) => m.spans),
    unused,
  );
  const matches = shown.map(({ spans, ...match }) => ({
    ...match,
    words: [...new Set(spans.flatMap((span) => wordAt(span) ?? []))],
  }));
  return { words, matches, more: all.length - shown.length };
}

function weight(match: Found): number {
  return (match.leads ? 1_000 : 0) + match.by;
}

/** Everything that words were taken for, by any attempt, each once. */
function found(run: Run, lead: string | null): Found[] {
  const all = new Map<string, Found>();
  const put = (id: string, label: string, sub: string, span: Span) => {
    const known = all.get(id) ?? { id, label, sub, spans: [], by: 0, leads: false };
    if (!known.spans.some((s) => s.start === span.start && s.end === span.end)) known.spans.push(span);
    all.set(id, known);
  };
  for (const field of run.linked?.precise ?? []) {
    if (!placed(field.span)) continue;
    const { table, column } = field;
    if (column) put(`field ${table}.${column}`, plainName(column), columnOf(table), field.span);
    else put(`field ${table}`, plainName(table), t("arena.match.table"), field.span);
  }
  for (const value of run.grounding?.values ?? []) {
    // What is only like a word is told by the attempt that uses it.
    if (!placed(value.span) || value.similarity < 0.95) continue;
    put(
      valueId(value),
      t("arena.quoted", { text: value.value }),
      t("arena.match.value", {
        column: plainName(value.column),
        table: plainName(value.table),
        rows: t("common.rows", { count: value.rows }),
      }),
      value.span,
    );
  }
  for (const time of run.grounding?.times ?? []) {
    if (placed(time.span)) put(timeId(time.span), days(time.from, time.to), t("arena.match.days"), time.span);
  }
  for (const candidate of run.candidates) {
    const counted = new Set<string>();
    for (const use of candidate.uses) {
      const id = idOfUse(run, use);
      if (!all.has(id) || placed(use.span)) {
        const known = all.get(id);
        if (known) put(id, known.label, known.sub, use.span);
        else if (use.of?.includes(".")) put(id, plainName(use.of), columnOf(tableOf(use.of)), use.span);
        else if (use.of) put(id, plainName(use.of), t("arena.match.table"), use.span);
        else put(id, use.meaning, "", use.span);
      }
      counted.add(id);
    }
    for (const id of counted) {
      const match = all.get(id);
      if (!match) continue;
      match.by += 1;
      match.leads ||= candidate.id === lead;
    }
  }
  return [...all.values()].filter((match) => match.spans.some(placed));
}

/** The matches that an attempt uses. */
export function usesOf(run: Run, candidate: Candidate): string[] {
  return [...new Set(candidate.uses.map((use) => idOfUse(run, use)))];
}

/** A use of a stored value or of days is a use of what was looked up for the same words. */
function idOfUse(run: Run, use: WordUse): string {
  const value = run.grounding?.values.find(
    (v) => v.similarity >= 0.95 && overlap(v.span, use.span) && `${v.table}.${v.column}` === use.of,
  );
  if (value) return valueId(value);
  const time = (run.grounding?.times ?? []).find((t) => overlap(t.span, use.span));
  if (time && !use.of) return timeId(time.span);
  return use.of ? `field ${use.of}` : `does ${use.meaning}`;
}

const valueId = (value: { table: string; column: string; value: string }) =>
  `value ${value.table}.${value.column} ${value.value}`;
const timeId = (span: Span) => `time ${span.start}`;
const placed = (span: Span) => span.start < span.end;
const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end;
const tableOf = (name: string) => name.slice(0, name.lastIndexOf("."));

function days(from: string | null, to: string | null): string {
  const day = (text: string) =>
    new Intl.DateTimeFormat(dates(), { dateStyle: "medium", timeZone: "UTC" }).format(
      new Date(`${text}T00:00:00Z`),
    );
  if (from && to) return from === to ? day(from) : `${day(from)} – ${day(to)}`;
  if (from) return t("arena.match.from", { day: day(from) });
  return to ? t("arena.match.until", { day: day(to) }) : t("arena.match.anyYear");
}

/** The question cut into what was found, what fits nothing, and the rest of it between. */
function wordsOf(question: string, spans: Span[], unused: string[]) {
  const merged = [...spans]
    .filter(placed)
    .sort((a, b) => a.start - b.start)
    .reduce<Span[]>((out, span) => {
      const last = out.at(-1);
      if (last && span.start < last.end) out[out.length - 1] = { ...last, end: Math.max(last.end, span.end) };
      else out.push(span);
      return out;
    }, []);
  const cut = pieces(question, merged).flatMap((piece) =>
    piece.marks.length > 0 ? [piece] : apart(piece, unused),
  );
  const lacks = (text: string) => unused.some((word) => word.toLowerCase() === bare(text).toLowerCase());
  let at = 0;
  let words = cut.flatMap((piece): (SWord & { span: Span | null })[] => {
    const text = bare(piece.text);
    // By its place in the question: it stays the same word when others are found.
    const id = `w${at}`;
    at += piece.text.length;
    if (text === "") return [];
    const mark = piece.marks[0];
    const span = mark === undefined ? null : (merged[mark] ?? null);
    return [{ id, text, is: span ? "found" : lacks(text) ? "unused" : "plain", span }];
  });
  if (words.length > MOST_WORDS) words = words.filter((word) => word.is !== "plain").slice(0, MOST_WORDS);
  const wordAt = (span: Span) => words.find((word) => word.span !== null && overlap(word.span, span))?.id;
  return { words: words.map(({ span: _, ...word }): SWord => word), wordAt };
}

/** Words without a place stand by themselves. */
function apart(piece: Piece, unused: string[]): Piece[] {
  if (unused.length === 0) return [piece];
  const out: Piece[] = [];
  let open = "";
  for (const word of piece.text.split(/(?<=\s)/)) {
    if (unused.some((u) => u.toLowerCase() === bare(word).toLowerCase())) {
      out.push({ text: open, marks: [] }, { text: word, marks: [] });
      open = "";
    } else open += word;
  }
  return [...out, { text: open, marks: [] }];
}

const bare = (text: string) => text.trim().replace(/^[,;:.?!]+\s*|\s*[,;:.?!]+$/g, "");
