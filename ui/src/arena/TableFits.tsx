// How well each table fits the question, in figures.
import type { TableMatch } from "../contract";

const MOST = 6;

export function TableFits({ tables }: { tables: readonly TableMatch[] }) {
  if (tables.length === 0) return null;
  return (
    <details className="reason-more" data-testid="table-details">
      <summary>Details</summary>
      <table className="plain-table" aria-label="How well each table fits" data-testid="table-scores">
        <thead>
          <tr>
            <th scope="col">Table</th>
            <th scope="col" className="num">
              Names said
            </th>
            <th scope="col" className="num">
              Best of them
            </th>
            <th scope="col" className="num">
              Like the question
            </th>
            <th scope="col" className="num">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.slice(0, MOST).map((t) => (
            <tr key={t.table}>
              <td className="mono" dir="auto">
                {t.table}
              </td>
              <td className="num">{t.named}</td>
              <td className="num">{t.best.toFixed(2)}</td>
              <td className="num">{t.searched.toFixed(2)}</td>
              <td className="num">{t.score.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
