// How well each table fits the question, in figures.
import type { TableMatch } from "../contract";
import { t } from "../text";
import { twoDigits } from "./figure";
import "../text/en/arena";

const MOST = 6;

export function TableFits({ tables }: { tables: readonly TableMatch[] }) {
  if (tables.length === 0) return null;
  return (
    <details className="reason-more" data-testid="table-details">
      <summary>{t("common.details")}</summary>
      <table className="plain-table" aria-label={t("arena.fits.label")} data-testid="table-scores">
        <thead>
          <tr>
            <th scope="col">{t("arena.fits.table")}</th>
            <th scope="col" className="num">
              {t("arena.fits.named")}
            </th>
            <th scope="col" className="num">
              {t("arena.fits.best")}
            </th>
            <th scope="col" className="num">
              {t("arena.fits.searched")}
            </th>
            <th scope="col" className="num">
              {t("arena.fits.score")}
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.slice(0, MOST).map((match) => (
            <tr key={match.table}>
              <td className="mono" dir="auto">
                {match.table}
              </td>
              <td className="num">{match.named}</td>
              <td className="num">{twoDigits(match.best)}</td>
              <td className="num">{twoDigits(match.searched)}</td>
              <td className="num">{twoDigits(match.score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
