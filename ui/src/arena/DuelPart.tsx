// Two results side by side: each reason a bar to the side that it speaks for, the longer the more it weighs.
import { Trans } from "../text/Trans";
import type { Duel } from "../contract";
import { figures } from "../format/numbers";
import { t } from "../text";
import type { PartProps } from "./Inspector";
import { Press } from "./Press";
import "../text/en/arena";

export function DuelPart({ of, against, run, onThing }: PartProps & { of: string | null; against: string }) {
  const duel = run.duels.find((d) => (d.a === of && d.b === against) || (d.b === of && d.a === against));
  if (!duel) return <p className="quiet-text">{t("arena.duel.none")}</p>;
  return <Reasons duel={duel} onResult={(id) => onThing({ is: "result", id })} />;
}

function Reasons({ duel, onResult }: { duel: Duel; onResult(id: string): void }) {
  const most = Math.max(...duel.reasons.map((r) => Math.abs(r.a - r.b)), 1e-9);
  return (
    <div data-testid="duel-reasons">
      <p>
        {duel.judge === "rules" ? (
          <Trans i18nKey="arena.duel.byRules" values={{ id: duel.winner }} components={{ b: <b /> }} />
        ) : (
          <Trans
            i18nKey="arena.duel.byModel"
            values={{ who: duel.judge, id: duel.winner }}
            components={{ b: <b /> }}
          />
        )}
      </p>
      <div className="sides" aria-hidden>
        <span className={duel.winner === duel.a ? "ahead" : ""}>{t("arena.result", { id: duel.a })}</span>
        <span className={duel.winner === duel.b ? "ahead" : ""}>{t("arena.result", { id: duel.b })}</span>
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
                <span className="offscreen">
                  {side ? t("arena.duel.for", { id: side }) : t("arena.duel.even")}{" "}
                </span>
                {reason.says}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="row">
        <Press onPress={() => onResult(duel.a)}>{t("arena.result", { id: duel.a })}</Press>
        <Press onPress={() => onResult(duel.b)}>{t("arena.result", { id: duel.b })}</Press>
      </p>
      <details className="reason-more" data-testid="duel-details">
        <summary>{t("common.details")}</summary>
        <table className="plain-table" aria-label={t("arena.duel.weighed")}>
          <thead>
            <tr>
              <th scope="col">{t("arena.duel.weighed")}</th>
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
