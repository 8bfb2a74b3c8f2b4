// What each part of a query takes, by the engine's plan, so that one sees where the time goes.
import type { Flag, Part } from "../contract";
import { count, percent } from "../format/cell";
import { list, t } from "../text";
import "../text/en/fasterMore";

const STANDS_OUT: Record<Flag, string> = {
  correlated: t("faster.parts.flag.correlated"),
  union_all: t("faster.parts.flag.unionAll"),
  union: t("faster.parts.flag.union"),
  in_subquery: t("faster.parts.flag.inSubquery"),
  exists: t("faster.parts.flag.exists"),
  scalar: t("faster.parts.flag.scalar"),
  window: t("faster.parts.flag.window"),
  distinct: t("faster.parts.flag.distinct"),
  self_join: t("faster.parts.flag.selfJoin"),
  repeated_scan: t("faster.parts.flag.repeatedScan"),
  or_condition: t("faster.parts.flag.orCondition"),
  function_on_column: t("faster.parts.flag.functionOnColumn"),
  cross_join: t("faster.parts.flag.crossJoin"),
  late_filter: t("faster.parts.flag.lateFilter"),
  limit: t("faster.parts.flag.limit"),
  grouped: t("faster.parts.flag.grouped"),
};

/** Nothing where the engine says nothing, and where there is but one part. */
export function Parts({ parts }: { parts: Part[] }) {
  const weighed = parts.filter((part) => typeof part.share === "number");
  if (weighed.length < 2) return null;
  // SQLite expects no number of rows.
  const counted = weighed.some((part) => typeof part.rows === "number");
  return (
    <details className="about-card faster-more" data-testid="faster-parts">
      <summary>{t("faster.parts.title")}</summary>
      <p className="quiet-text">{t("faster.parts.says")}</p>
      <table className="faster-rows">
        <thead>
          <tr>
            <th scope="col">{t("faster.parts.part")}</th>
            <th scope="col" className="number">
              {t("faster.parts.share")}
            </th>
            {counted && (
              <th scope="col" className="number">
                {t("faster.parts.rows")}
              </th>
            )}
            <th scope="col">{t("faster.parts.standsOut")}</th>
          </tr>
        </thead>
        <tbody>
          {weighed.map((part) => (
            <tr key={part.id}>
              <th scope="row">{part.called.charAt(0).toUpperCase() + part.called.slice(1)}</th>
              <td className="number">{ofAll(part.share ?? 0)}</td>
              {counted && (
                <td className="number">
                  {typeof part.rows === "number" ? count(Math.round(part.rows)) : t("faster.parts.notSaid")}
                </td>
              )}
              <td>
                {list(
                  part.flags.map((flag) => STANDS_OUT[flag]),
                  "unit",
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** `share`: in hundredths. */
function ofAll(share: number): string {
  return share > 0 && share < 1 ? t("faster.parts.under", { share: percent(0.01) }) : percent(share / 100);
}
