// How one attempt stood among the others: its result beside theirs, what decided, and what counted for it.
import { sceneOf } from "../arena/scene";
import type { Candidate, Duel } from "../contract";
import { percent } from "../format/cell";
import { figures } from "../format/numbers";
import type { Run } from "../run/reduce";
import { t } from "../text";
import "../text/en/panelMore";

export function StandingTab({ run, candidate }: { run: Run; candidate: Candidate }) {
  const scene = sceneOf(run);
  const judged = run.judged[candidate.id];
  const own = scene.results.find((result) => result.members.includes(candidate.id));
  const compared = scene.results.some((result) => result.fought > 0);
  const duels = run.duels.filter((duel) => duel.a === own?.id || duel.b === own?.id);
  const points = new Intl.NumberFormat(figures(), { maximumFractionDigits: 1, signDisplay: "exceptZero" });
  return (
    <div className="panel-body" data-testid="panel-standing">
      <p>
        {own
          ? own.members.length > 1
            ? t("panel.standing.shared", { result: own.id, count: own.members.length - 1 })
            : t("panel.standing.alone", { result: own.id })
          : run.state === "running"
            ? t("panel.standing.notYet")
            : t("panel.standing.none")}
      </p>
      {scene.results.length > 0 && (
        <table className="plain-table" aria-label={t("panel.standing.all")}>
          <thead>
            <tr>
              <th scope="col">{t("panel.standing.result")}</th>
              <th scope="col">{t("panel.standing.says")}</th>
              <th scope="col" className="num">
                {t("panel.standing.attempts")}
              </th>
              {compared && (
                <th scope="col" className="num">
                  {t("panel.standing.aheadIn")}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {scene.results.map((result) => (
              <tr
                key={result.id}
                className={result === own ? "own" : ""}
                aria-current={result === own ? "true" : undefined}
              >
                <th scope="row">
                  {result.id}{" "}
                  {scene.end.is === "answer" && result.id === scene.leader && (
                    <span className="tag strong">{t("panel.theAnswer")}</span>
                  )}
                </th>
                <td dir="auto">{result.figure.main}</td>
                <td className="num">{result.members.length}</td>
                {compared && (
                  <td className="num">
                    {result.fought > 0
                      ? t("panel.standing.won", { won: result.won, fought: result.fought })
                      : t("panel.standing.notCompared")}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {scene.why !== null && <p dir="auto">{scene.why}</p>}
      {duels.map((duel) => (
        <section key={`${duel.a} ${duel.b}`}>
          <h3 className="label">
            {duel.winner === own?.id
              ? t("panel.standing.ahead", { result: otherOf(duel, own?.id) })
              : t("panel.standing.behind", { result: otherOf(duel, own?.id) })}
          </h3>
          <ul>
            {/* Both votes of a model have one name. */}
            {duel.reasons.map((reason, n) => (
              <li key={`${n}-${reason.name}`} dir="auto">
                {reason.says}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <details className="reason-more" data-testid="sql-details">
        <summary>{t("common.details")}</summary>
        <p className="quiet-text">
          {t("panel.standing.writer", { writer: candidate.generator, share: percent(candidate.belief) })}
        </p>
        {judged && judged.parts.length > 0 && (
          <>
            <h3 className="label">
              {t("panel.standing.score", { score: Math.round(judged.score * 10) / 10 })}
            </h3>
            <dl className="word-list score">
              {judged.parts.map((part) => (
                <div key={part.name}>
                  <dt>
                    {points.format(part.points)} {part.name.replaceAll("_", " ")}
                  </dt>
                  <dd>{part.why}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </details>
    </div>
  );
}

function otherOf(duel: Duel, own: string | undefined): string {
  return duel.a === own ? duel.b : duel.a;
}
