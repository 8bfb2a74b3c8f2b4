// The question with what was made of each word.
import { TriangleAlert } from "lucide-react";
import type { Candidate, Caution, FieldMatch, JoinStep, Span, TableMatch, ValueMatch } from "../contract";
import { percent, plural } from "../format/cell";
import type { Run } from "../run/reduce";
import { pieces } from "../run/spans";

interface Mark {
  span: Span;
  words: string;
  meaning: string;
  kind: "value" | "use";
  detail: string | null;
}

export function Words({ run, candidate }: { run: Run; candidate: Candidate | null }) {
  const question = run.plan?.question ?? run.question;
  const found = run.grounding?.values ?? [];
  const marks = marksOf(found.filter(placed), candidate, run.linked?.precise ?? []);
  const hinted = found.filter((value) => !placed(value));
  const cut = pieces(
    question,
    marks.map((m) => m.span),
  );
  const unplaced = candidate?.unplaced ?? run.linked?.unplaced ?? [];
  return (
    <>
      <p className="marked" dir="auto">
        {cut.map((piece, n) => {
          const first = piece.marks[0];
          const mark = first === undefined ? undefined : marks[first];
          const key = `${n}-${piece.text}`;
          if (!mark) return <Unmarked key={key} text={piece.text} unplaced={unplaced} />;
          return (
            <mark key={key} className={`word ${mark.kind}`} title={mark.meaning}>
              {piece.text}
            </mark>
          );
        })}
      </p>
      {marks.length > 0 && (
        <dl className="word-list">
          {marks.map((mark) => (
            <div key={`${mark.span.start}-${mark.span.end}-${mark.meaning}`}>
              <dt dir="auto">
                <span className={`word ${mark.kind}`}>{mark.words}</span>
              </dt>
              <dd dir="auto">
                {mark.meaning}
                {mark.detail && <span className="quiet-text"> {mark.detail}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {hinted.length > 0 && (
        <dl className="word-list" aria-label="Found in the hint">
          {hinted.map((value) => (
            <div key={`${value.table}.${value.column}.${value.value}`}>
              <dt dir="auto">
                <span className="word value">{value.words}</span>
              </dt>
              <dd dir="auto">
                {holds(value)} <span className="quiet-text">from the hint, {plural(value.rows, "row")}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {unplaced.length > 0 && (
        <p className="quiet-text">
          Not placed:{" "}
          {unplaced.map((word) => (
            <span key={word} className="chip-word" dir="auto">
              {word}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** What the hint says has no place in the question. */
function placed({ span }: ValueMatch): boolean {
  return span.start < span.end;
}

function holds(value: ValueMatch): string {
  return `“${value.value}” ${value.part ? "within" : "in"} ${value.table}.${value.column}`;
}

function Unmarked({ text, unplaced }: { text: string; unplaced: string[] }) {
  if (unplaced.length === 0) return text;
  return text.split(/(\s+)/).map((word, n) => {
    const bare = word.replace(/[?.,!]+$/, "");
    return unplaced.some((u) => u.toLowerCase() === bare.toLowerCase() && bare !== "") ? (
      <span key={n} className="word unplaced">
        {word}
      </span>
    ) : (
      word
    );
  });
}

/** Values first, then what the chosen query says of its words, then the names that were recognised besides. */
function marksOf(values: ValueMatch[], candidate: Candidate | null, fields: FieldMatch[]): Mark[] {
  const best = new Map<string, Mark>();
  for (const value of values) {
    const key = `${value.span.start}-${value.span.end}`;
    if (best.has(key)) continue;
    best.set(key, {
      span: value.span,
      words: value.words,
      kind: "value",
      meaning: holds(value),
      detail: `${plural(value.rows, "row")}${likeness(value)}`,
    });
  }
  for (const use of candidate?.uses ?? []) {
    const key = `${use.span.start}-${use.span.end}`;
    const known = best.get(key);
    if (known) {
      known.detail = `${known.meaning}, ${known.detail}`;
      known.meaning = use.meaning;
    } else
      best.set(key, { span: use.span, words: use.words, kind: "use", meaning: use.meaning, detail: null });
  }
  for (const field of fields) {
    const { span, words } = field;
    const covered = [...best.values()].some((m) => m.span.start < span.end && span.start < m.span.end);
    if (covered || span.start >= span.end) continue;
    const meaning = field.column ? `the column ${field.table}.${field.column}` : `the table ${field.table}`;
    best.set(`${span.start}-${span.end}`, { span, words, kind: "use", meaning, detail: null });
  }
  return [...best.values()].sort((a, b) => a.span.start - b.span.start);
}

const BY: Record<string, string> = {
  name: "same name",
  synonym: "synonym",
  similar: "similar",
  value: "holds the value",
  meaning: "near in meaning",
  search: "search",
  hint: "named in the hints",
  sketch: "a first query uses it",
};

export function Fields({
  precise,
  recall,
  tables = [],
  joins,
  cautions = [],
}: {
  precise: FieldMatch[];
  recall: FieldMatch[];
  /** Both absent in runs of older versions. */
  tables?: TableMatch[];
  joins: JoinStep[];
  cautions?: Caution[];
}) {
  return (
    <>
      {cautions.length > 0 && (
        <ul className="notes" aria-label="What leads astray here">
          {cautions.map((caution) => (
            <li key={caution.says}>
              <TriangleAlert aria-hidden size={14} />
              <span dir="auto">{caution.says}</span>
            </li>
          ))}
        </ul>
      )}
      {precise.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Words</th>
              <th scope="col">Table or column</th>
              <th scope="col">Found by</th>
            </tr>
          </thead>
          <tbody>
            {precise.map((f) => (
              <tr key={`${f.words}-${f.table}-${f.column}`}>
                <td dir="auto">{f.words}</td>
                <td className="mono" dir="auto">
                  {f.column ? `${f.table}.${f.column}` : f.table}
                </td>
                <td title={`Score ${f.score.toFixed(2)}`}>{BY[f.by] ?? f.by}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {tables.length > 0 && (
        <details className="reason-more" data-testid="table-details">
          <summary>Details</summary>
          <table className="plain-table" aria-label="How well each table fits" data-testid="table-scores">
            <thead>
              <tr>
                <th scope="col">Table</th>
                <th scope="col" className="num">
                  Names said
                </th>
                <th scope="col" className="num">
                  Best of them
                </th>
                <th scope="col" className="num">
                  Like the question
                </th>
                <th scope="col" className="num">
                  Score
                </th>
              </tr>
            </thead>
            <tbody>
              {tables.slice(0, 6).map((t) => (
                <tr key={t.table}>
                  <td className="mono" dir="auto">
                    {t.table}
                  </td>
                  <td className="num">{t.named}</td>
                  <td className="num">{t.best.toFixed(2)}</td>
                  <td className="num">{t.searched.toFixed(2)}</td>
                  <td className="num">{t.score.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {recall.length > 0 && (
        <p className="quiet-text">
          Also kept in mind:{" "}
          {recall
            .slice(0, 8)
            .map((f) => (f.column ? `${f.table}.${f.column}` : f.table))
            .join(", ")}
          {recall.length > 8 && ` and ${recall.length - 8} more`}
        </p>
      )}
      {joins.length > 0 && (
        <ul className="plain-list joins" aria-label="Joins">
          {joins.map((j) => (
            <li key={`${j.left_table}.${j.left_column}-${j.right_table}`} className="mono">
              {j.left_table}.{j.left_column} <span aria-hidden>=</span>
              <span className="offscreen">equals</span> {j.right_table}.{j.right_column}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function likeness(value: ValueMatch): string {
  if (value.part) return ", as a part of longer texts";
  if (value.words === value.value) return "";
  if (value.similarity >= 0.995) return ", written a little differently";
  return `, ${percent(value.similarity)} alike`;
}
