// A word of the question, and what one was matched to.
import { percent, plural } from "../format/cell";
import { pieces } from "../run/spans";
import type { PartProps } from "./Inspector";
import { AttemptChips, Press } from "./Press";

export function WordPart({ id, scene, onThing }: PartProps & { id: string }) {
  const word = scene.words.find((w) => w.id === id);
  const matches = scene.matches.filter((m) => m.words.includes(id));
  if (word?.is === "unused") return <p>Nothing in this database fits this word, so it was not used.</p>;
  return (
    <>
      <p>Taken for:</p>
      <ul className="plain-list inspect-list">
        {matches.map((match) => (
          <li key={match.id}>
            <Press onPress={() => onThing({ is: "match", id: match.id })}>{match.label}</Press>
            <span className="quiet-text">
              {match.sub && `${match.sub}, `}
              {match.by === 0 ? "used by no attempt" : `used by ${plural(match.by, "attempt")}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const BY: Record<string, string> = {
  name: "It has the same name.",
  synonym: "Its name means the same.",
  similar: "Its name is written much the same.",
  value: "It holds the value.",
  glossary: "The glossary says so.",
  meaning: "It is near in meaning.",
  search: "A search for the question finds it.",
  hint: "The hint names it.",
  sketch: "A first query uses it.",
};

export function MatchPart({ id, run, scene, onThing }: PartProps & { id: string }) {
  const match = scene.matches.find((m) => m.id === id);
  if (!match) return null;
  const field = run.linked?.precise.find(
    (f) => id === `field ${f.column ? `${f.table}.${f.column}` : f.table}`,
  );
  const value = run.grounding?.values.find((v) => id === `value ${v.table}.${v.column} ${v.value}`);
  const time = run.grounding?.times?.find((t) => id === `time ${t.span.start}`);
  const words = match.words.map((w) => scene.words.find((word) => word.id === w)?.text ?? "");
  const attempts = scene.attempts.filter((a) => a.uses.includes(id));
  return (
    <>
      <p dir="auto">
        From {words.map((w) => `“${w}”`).join(" and ")}
        {match.sub && ` to ${match.label}, ${match.sub}`}.
      </p>
      {time && <p dir="auto">{[time.says, time.of_data].filter(Boolean).join(" ")}</p>}
      {value && (
        <p className="quiet-text">
          {value.exact
            ? "Spelled exactly like this in the data."
            : value.part
              ? "It is a part of longer texts."
              : "Written a little differently in the data."}
        </p>
      )}
      {field && <p className="quiet-text">{BY[field.by] ?? ""}</p>}
      <AttemptChips label="Used by" attempts={attempts} onThing={onThing} none="No attempt uses it." />
      {(field || value) && (
        <details className="reason-more">
          <summary>Details</summary>
          <p className="quiet-text">
            {field && (
              <>
                <code>{field.column ? `${field.table}.${field.column}` : field.table}</code>, found with a
                score of {field.score.toFixed(2)}.
              </>
            )}
            {value && (
              <>
                <code>
                  {value.table}.{value.column}
                </code>
                , {percent(value.similarity)} alike, {plural(value.rows, "row")}.
              </>
            )}
          </p>
        </details>
      )}
    </>
  );
}

/** The question with the words that a query accounts for. */
export function MarkedQuestion({ run, candidate }: { run: PartProps["run"]; candidate: string }) {
  const question = run.plan?.question ?? run.question;
  const uses = run.candidates.find((c) => c.id === candidate)?.uses ?? [];
  const cut = pieces(
    question,
    uses.map((u) => u.span),
  );
  return (
    <p className="marked" dir="auto">
      {cut.map((piece, n) =>
        piece.marks.length > 0 ? (
          <mark key={n} className="word use" title={uses[piece.marks[0] ?? 0]?.meaning}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}
