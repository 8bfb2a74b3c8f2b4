// The picture as tables: the same things, for who reads line by line, each opening the same panel.
import { Check, X } from "lucide-react";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { Dot } from "./Dot";
import { Press } from "./Press";
import type { Thing } from "./related";
import type { Scene } from "./scene";
import "../text/en/arena";

interface Props {
  run: Run;
  scene: Scene;
  onThing(thing: Thing): void;
}

export function Tables(props: Props) {
  const { scene } = props;
  return (
    <div className="arena-tables" data-testid="arena-tables">
      <MatchTable {...props} />
      <AttemptTable {...props} />
      <ResultTable {...props} />
      {scene.duels.length > 0 && <DuelMatrix {...props} />}
      <p dir="auto">
        <b>
          {scene.end.is === "answer"
            ? t("arena.theAnswer")
            : scene.end.is === "so far"
              ? t("arena.soFar")
              : t("arena.theEnd")}
        </b>
        {": "}
        {scene.end.says || scene.end.figure?.main || t("arena.tables.nothingYet")}
      </p>
    </div>
  );
}

export function MatchTable({ scene, onThing }: Props) {
  if (scene.matches.length === 0) return <p className="quiet-text">{t("arena.tables.noMatch")}</p>;
  return (
    <div className="table-place">
      <table className="plain-table" aria-label={t("arena.part.matches")}>
        <thead>
          <tr>
            <th scope="col">{t("arena.tables.words")}</th>
            <th scope="col">{t("arena.tables.matchedTo")}</th>
            <th scope="col" className="num">
              {t("arena.tables.attempts")}
            </th>
          </tr>
        </thead>
        <tbody>
          {scene.matches.map((match) => (
            <tr key={match.id}>
              <td dir="auto">
                {match.words.map((id) => scene.words.find((w) => w.id === id)?.text).join(", ")}
              </td>
              <td dir="auto">
                <Press onPress={() => onThing({ is: "match", id: match.id })}>{match.label}</Press>{" "}
                <span className="quiet-text">{match.sub}</span>
              </td>
              <td className="num">{match.by}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {scene.words.some((w) => w.is === "unused") && (
        <p className="quiet-text">
          {t("arena.tables.notUsed", {
            words: scene.words
              .filter((w) => w.is === "unused")
              .map((w) => w.text)
              .join(", "),
          })}
        </p>
      )}
    </div>
  );
}

export function AttemptTable({ scene, onThing }: Props) {
  if (scene.attempts.length === 0) return <p className="quiet-text">{t("arena.tables.noAttempt")}</p>;
  return (
    <div className="table-place">
      <table className="plain-table" aria-label={t("arena.tables.attempts")}>
        <thead>
          <tr>
            <th scope="col">{t("arena.tables.attempt")}</th>
            <th scope="col">{t("arena.tables.writtenBy")}</th>
            <th scope="col">{t("arena.tables.cameTo")}</th>
            <th scope="col">{t("arena.tables.result")}</th>
          </tr>
        </thead>
        <tbody>
          {scene.attempts.map((attempt) => (
            <tr key={attempt.id}>
              <td>
                <Press onPress={() => onThing({ is: "attempt", id: attempt.id })}>
                  <Dot writer={attempt.writer} size={12} solid />
                  {attempt.number}
                </Press>
              </td>
              <td>{attempt.writers.map((w) => w.name).join(", ")}</td>
              <td>{attempt.mended ? [attempt.came, t("arena.mended")].join(", ") : attempt.came}</td>
              <td>{attempt.result ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ResultTable({ scene, onThing }: Props) {
  if (scene.results.length === 0) return <p className="quiet-text">{t("arena.tables.noResult")}</p>;
  return (
    <div className="table-place">
      <table className="plain-table" aria-label={t("arena.tables.results")}>
        <thead>
          <tr>
            <th scope="col">{t("arena.tables.result")}</th>
            <th scope="col">{t("arena.tables.whatItIs")}</th>
            <th scope="col" className="num">
              {t("arena.tables.attempts")}
            </th>
            <th scope="col" className="num">
              {t("arena.tables.won")}
            </th>
          </tr>
        </thead>
        <tbody>
          {scene.results.map((result) => (
            <tr key={result.id} className={result.id === scene.leader ? "ahead" : ""}>
              <td>
                <Press onPress={() => onThing({ is: "result", id: result.id })}>{result.id}</Press>
              </td>
              <td dir="auto">
                {result.figure.main} <span className="quiet-text">{result.figure.sub}</span>
              </td>
              <td className="num">{result.members.length}</td>
              <td className="num">
                {result.fought > 0 ? t("arena.wonOf", { won: result.won, fought: result.fought }) : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every pair that was compared, not only those of the leading result. */
export function DuelMatrix({ run, scene, onThing }: Props) {
  if (run.duels.length === 0) return <p>{scene.why ?? t("arena.tables.noDuel")}</p>;
  const fought = new Set(run.duels.flatMap((d) => [d.a, d.b]));
  const sides = scene.results.filter((r) => fought.has(r.id));
  return (
    <div className="table-place">
      <table className="plain-table matrix">
        <caption className="offscreen">{t("arena.tables.caption")}</caption>
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th key={side.id} scope="col">
                {side.id}
              </th>
            ))}
            <th scope="col" className="num">
              {t("arena.tables.won")}
            </th>
          </tr>
        </thead>
        <tbody>
          {sides.map((row) => (
            <tr key={row.id} className={row.id === scene.leader ? "ahead" : ""}>
              <th scope="row">
                <Press onPress={() => onThing({ is: "result", id: row.id })}>{row.id}</Press>
              </th>
              {sides.map((col) => {
                const duel = run.duels.find(
                  (d) => (d.a === row.id && d.b === col.id) || (d.a === col.id && d.b === row.id),
                );
                if (!duel) return <td key={col.id} className="matrix-none" />;
                const won = duel.winner === row.id;
                return (
                  <td key={col.id}>
                    <button
                      type="button"
                      className={`matrix-cell ${won ? "won" : ""}`}
                      data-testid={`duel-${row.id}-${col.id}`}
                      aria-label={
                        won
                          ? t("arena.tables.ahead", { id: row.id, other: col.id })
                          : t("arena.tables.behind", { id: row.id, other: col.id })
                      }
                      onClick={() => onThing({ is: "duel", id: col.id, beside: row.id })}
                    >
                      {won ? <Check aria-hidden size={13} /> : <X aria-hidden size={12} />}
                    </button>
                  </td>
                );
              })}
              <td className="num">{row.won}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet-text">{t("arena.tables.press")}</p>
    </div>
  );
}
