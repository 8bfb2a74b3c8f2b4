// Every pair of results compared: a matrix of who won, and for a chosen pair the reasons with both scores.
import { Check, X } from "lucide-react";
import { useState } from "react";
import type { Cluster, Duel, Standing } from "../contract";
import { plural } from "../format/cell";
import { ClusterBadge } from "./Clusters";

interface Props {
  clusters: Cluster[];
  duels: Duel[];
  standings: Standing[];
}

/** With more sides than this, words in the cells would not fit. */
const MANY = 4;

export function Tournament({ clusters, duels, standings }: Props) {
  const fought = new Set(duels.flatMap((d) => [d.a, d.b]));
  const sides = clusters.filter((c) => fought.has(c.id));
  const many = sides.length > MANY;
  const [chosen, setChosen] = useState<Duel | null>(null);
  const shown = chosen && duels.includes(chosen) ? chosen : duels[0];
  const find = (a: string, b: string) =>
    duels.find((d) => (d.a === a && d.b === b) || (d.a === b && d.b === a));
  return (
    <div className={`tournament ${many ? "many" : ""}`}>
      <div className="matrix-place">
        <table className="matrix">
          <caption className="offscreen">Each row against each column: won or lost</caption>
          <thead>
            <tr>
              <td />
              {sides.map((c) => (
                <th key={c.id} scope="col">
                  <ClusterBadge id={c.id} />
                </th>
              ))}
              <th scope="col" className="matrix-wins">
                Wins
              </th>
            </tr>
          </thead>
          <tbody>
            {sides.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <ClusterBadge id={row.id} />
                </th>
                {sides.map((col) => {
                  if (row.id === col.id) return <td key={col.id} className="matrix-self" />;
                  const duel = find(row.id, col.id);
                  if (!duel) return <td key={col.id} className="matrix-none" title="Not compared" />;
                  const won = duel.winner === row.id;
                  return (
                    <td key={col.id}>
                      <button
                        type="button"
                        className={`duel ${won ? "won" : "lost"} ${shown === duel ? "chosen" : ""}`}
                        aria-pressed={shown === duel}
                        data-testid={`duel-${row.id}-${col.id}`}
                        aria-label={`${row.id} against ${col.id}: ${row.id} ${won ? "won" : "lost"}`}
                        onClick={() => setChosen(duel)}
                      >
                        {won ? (
                          <Check aria-hidden size={15} strokeWidth={2.6} />
                        ) : (
                          <X aria-hidden size={14} />
                        )}
                        {!many && (won ? "won" : "lost")}
                      </button>
                    </td>
                  );
                })}
                <td className="matrix-wins">{standings.find((s) => s.cluster === row.id)?.wins ?? 0}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown && <Reasons duel={shown} />}
    </div>
  );
}

function Reasons({ duel }: { duel: Duel }) {
  const by = duel.judge === "rules" ? "fixed rules" : duel.judge;
  const ahead = (a: number, b: number) => (a > b ? duel.a : b > a ? duel.b : null);
  return (
    <div className="reasons" data-testid="duel-reasons" aria-live="polite">
      <p className="reasons-title">
        <ClusterBadge id={duel.a} /> against <ClusterBadge id={duel.b} />
        <span>
          <b>{duel.winner}</b> won, {plural(duel.reasons.length, "reason")}, judged by {by}
        </span>
      </p>
      <ul className="plain-list reason-list">
        {duel.reasons.map((r, n) => {
          const side = ahead(r.a, r.b);
          return (
            // Both votes of a model have one name.
            <li key={`${n}-${r.name}`}>
              {side ? <ClusterBadge id={side} /> : <span className="reason-even">even</span>}
              <span dir="auto">{r.says}</span>
            </li>
          );
        })}
      </ul>
      <details className="reason-more" data-testid="duel-details">
        <summary>Details</summary>
        <table className="plain-table reason-table">
          <thead>
            <tr>
              <th scope="col">What was weighed</th>
              <th scope="col" className="num">
                Points of {duel.a}
              </th>
              <th scope="col" className="num">
                Points of {duel.b}
              </th>
            </tr>
          </thead>
          <tbody>
            {duel.reasons.map((r, n) => (
              <tr key={`${n}-${r.name}`}>
                <td>{r.name.replaceAll("_", " ")}</td>
                <td className={`num score ${r.a > r.b ? "ahead" : ""}`}>{score(r.a)}</td>
                <td className={`num score ${r.b > r.a ? "ahead" : ""}`}>{score(r.b)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

function score(value: number): string {
  // Nothing is less than nothing: no "-0".
  const rounded = Math.round(value * 100) / 100 || 0;
  return new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(rounded);
}
