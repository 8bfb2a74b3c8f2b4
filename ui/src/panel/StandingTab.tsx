// How one attempt stood among the others: its result beside theirs, what decided, and what counted for it.
import { sceneOf } from "../arena/scene";
import type { Candidate } from "../contract";
import { percent, plural } from "../format/cell";
import type { Run } from "../run/reduce";

export function StandingTab({ run, candidate }: { run: Run; candidate: Candidate }) {
  const scene = sceneOf(run);
  const judged = run.judged[candidate.id];
  const own = scene.results.find((result) => result.members.includes(candidate.id));
  const compared = scene.results.some((result) => result.fought > 0);
  const duels = run.duels.filter((duel) => duel.a === own?.id || duel.b === own?.id);
  return (
    <div className="panel-body" data-testid="panel-standing">
      <p>
        {own
          ? own.members.length > 1
            ? `It gave result ${own.id}, as did ${plural(own.members.length - 1, "other attempt")}.`
            : `It gave result ${own.id}, and no other attempt did.`
          : run.state === "running"
            ? "It has no result yet."
            : "It has no result to be compared."}
      </p>
      {scene.results.length > 0 && (
        <table className="plain-table" aria-label="All results">
          <thead>
            <tr>
              <th scope="col">Result</th>
              <th scope="col">It says</th>
              <th scope="col" className="num">
                Attempts
              </th>
              {compared && (
                <th scope="col" className="num">
                  Ahead in
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
                    <span className="tag strong">the answer</span>
                  )}
                </th>
                <td dir="auto">{result.figure.main}</td>
                <td className="num">{result.members.length}</td>
                {compared && (
                  <td className="num">
                    {result.fought > 0 ? `${result.won} of ${result.fought}` : "not compared"}
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
            {duel.winner === own?.id ? "Ahead of" : "Behind"} result {duel.a === own?.id ? duel.b : duel.a}
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
        <summary>Details</summary>
        <p className="quiet-text">
          Written by “{candidate.generator}”, which thought it {percent(candidate.belief)} as likely to be
          right as its best.
        </p>
        {judged && judged.parts.length > 0 && (
          <>
            <h3 className="label">Score {Math.round(judged.score * 10) / 10}</h3>
            <dl className="word-list score">
              {judged.parts.map((part) => (
                <div key={part.name}>
                  <dt>
                    {part.points > 0 ? "+" : ""}
                    {Math.round(part.points * 10) / 10} {part.name.replaceAll("_", " ")}
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
