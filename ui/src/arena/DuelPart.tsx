// Two results side by side: each reason a bar to the side that it speaks for, the longer the more it weighs.
import type { Duel } from "../contract";
import type { PartProps } from "./Inspector";
import { Press } from "./Press";
import { figures } from "../format/numbers";

export function DuelPart({ of, against, run, onThing }: PartProps & { of: string | null; against: string }) {
  const duel = run.duels.find((d) => (d.a === of && d.b === against) || (d.b === of && d.a === against));
  if (!duel) return <p className="quiet-text">The two were not compared.</p>;
  return <Reasons duel={duel} onResult={(id) => onThing({ is: "result", id })} />;
}

function Reasons({ duel, onResult }: { duel: Duel; onResult(id: string): void }) {
  const most = Math.max(...duel.reasons.map((r) => Math.abs(r.a - r.b)), 1e-9);
  const by = duel.judge === "rules" ? "Fixed rules" : duel.judge;
  return (
    <div data-testid="duel-reasons">
      <p>
        {by} put result <b>{duel.winner}</b> ahead.
      </p>
      <div className="sides" aria-hidden>
        <span className={duel.winner === duel.a ? "ahead" : ""}>Result {duel.a}</span>
        <span className={duel.winner === duel.b ? "ahead" : ""}>Result {duel.b}</span>
      </div>
      <ul className="plain-list reason-bars">
        {duel.reasons.map((reason, n) => {
          const gap = reason.a - reason.b;
          const side = gap > 0 ? duel.a : gap < 0 ? duel.b : null;
          return (
            // Both votes of a model have one name.
            <li key={`${n}-${reason.name}`}>
              <span className="reason-bar" aria-hidden>
                <span
                  className={`${gap >= 0 ? "left" : "right"} ${side === duel.winner ? "ahead" : ""}`}
                  style={{ width: `${(50 * Math.abs(gap)) / most}%` }}
                />
              </span>
              <span dir="auto">
                <span className="offscreen">{side ? `For ${side}: ` : "Even: "}</span>
                {reason.says}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="row">
        <Press onPress={() => onResult(duel.a)}>Result {duel.a}</Press>
        <Press onPress={() => onResult(duel.b)}>Result {duel.b}</Press>
      </p>
      <details className="reason-more" data-testid="duel-details">
        <summary>Details</summary>
        <table className="plain-table" aria-label="What was weighed">
          <thead>
            <tr>
              <th scope="col">What was weighed</th>
              <th scope="col" className="num">
                {duel.a}
              </th>
              <th scope="col" className="num">
                {duel.b}
              </th>
            </tr>
          </thead>
          <tbody>
            {duel.reasons.map((r, n) => (
              <tr key={`${n}-${r.name}`}>
                <td>{r.name.replaceAll("_", " ")}</td>
                <td className="num">{score(r.a)}</td>
                <td className="num">{score(r.b)}</td>
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
  return new Intl.NumberFormat(figures(), { maximumFractionDigits: 2 }).format(rounded);
}
