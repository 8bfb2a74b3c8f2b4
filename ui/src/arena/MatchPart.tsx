// A word of the question, and what one was matched to.
import { Trans } from "../text/Trans";
import { percent } from "../format/cell";
import { pieces } from "../run/spans";
import { list, t } from "../text";
import { twoDigits } from "./figure";
import type { PartProps } from "./Inspector";
import { AttemptChips, Press } from "./Press";
import "../text/en/arena";

export function WordPart({ id, scene, onThing }: PartProps & { id: string }) {
  const word = scene.words.find((w) => w.id === id);
  const matches = scene.matches.filter((m) => m.words.includes(id));
  if (word?.is === "unused") return <p>{t("arena.match.unused")}</p>;
  return (
    <>
      <p>{t("arena.match.takenFor")}</p>
      <ul className="plain-list inspect-list">
        {matches.map((match) => (
          <li key={match.id}>
            <Press onPress={() => onThing({ is: "match", id: match.id })}>{match.label}</Press>
            <span className="quiet-text">{[match.sub, usedWords(match.by)].filter(Boolean).join(", ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function usedWords(by: number): string {
  return by === 0 ? t("arena.match.usedByNone") : t("arena.match.usedBy", { count: by });
}

const BY: Record<string, string> = {
  name: t("arena.match.by.name"),
  synonym: t("arena.match.by.synonym"),
  similar: t("arena.match.by.similar"),
  value: t("arena.match.by.value"),
  glossary: t("arena.match.by.glossary"),
  meaning: t("arena.match.by.meaning"),
  search: t("arena.match.by.search"),
  hint: t("arena.match.by.hint"),
  sketch: t("arena.match.by.sketch"),
};

export function MatchPart({ id, run, scene, onThing }: PartProps & { id: string }) {
  const match = scene.matches.find((m) => m.id === id);
  if (!match) return null;
  const field = run.linked?.precise.find(
    (f) => id === `field ${f.column ? `${f.table}.${f.column}` : f.table}`,
  );
  const value = run.grounding?.values.find((v) => id === `value ${v.table}.${v.column} ${v.value}`);
  const time = run.grounding?.times?.find((t) => id === `time ${t.span.start}`);
  const words = list(
    match.words.map((w) =>
      t("arena.quoted", { text: scene.words.find((word) => word.id === w)?.text ?? "" }),
    ),
  );
  const attempts = scene.attempts.filter((a) => a.uses.includes(id));
  return (
    <>
      <p dir="auto">
        {match.sub
          ? t("arena.match.wordsTo", { words, match: match.label, sub: match.sub })
          : t("arena.match.words", { words })}
      </p>
      {time && <p dir="auto">{[time.says, time.of_data].filter(Boolean).join(" ")}</p>}
      {value && (
        <p className="quiet-text">
          {value.exact ? t("arena.match.exact") : value.part ? t("arena.match.part") : t("arena.match.alike")}
        </p>
      )}
      {field && <p className="quiet-text">{BY[field.by] ?? ""}</p>}
      <AttemptChips
        label={t("arena.match.users")}
        attempts={attempts}
        onThing={onThing}
        none={t("arena.match.noUsers")}
      />
      {(field || value) && (
        <details className="reason-more">
          <summary>{t("common.details")}</summary>
          <p className="quiet-text">
            {field && (
              <Trans
                i18nKey="arena.match.score"
                values={{
                  field: field.column ? `${field.table}.${field.column}` : field.table,
                  score: twoDigits(field.score),
                }}
                components={{ code: <code /> }}
              />
            )}
            {value && (
              <Trans
                i18nKey="arena.match.stored"
                values={{
                  field: `${value.table}.${value.column}`,
                  share: percent(value.similarity),
                  rows: t("common.rows", { count: value.rows }),
                }}
                components={{ code: <code /> }}
              />
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
