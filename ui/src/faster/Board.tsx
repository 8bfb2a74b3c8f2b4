// A leaderboard: each query with what it came to; pressing one shows what was tried.
import type { Entry } from "../contract";
import { t } from "../text";
import { STATUS } from "./workload";
import { times } from "./words";
import "../text/en/fasterMore";

interface Props {
  label: string;
  entries: Entry[];
  isChosen(query: string): boolean;
  onChoose(query: string): void;
}

export function Board({ label, entries, isChosen, onChoose }: Props) {
  return (
    <table className="faster-rows workload-board" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t("faster.workload.query")}</th>
          <th scope="col">{t("faster.workload.cameTo")}</th>
          <th scope="col" className="number">
            {t("faster.workload.times")}
          </th>
          <th scope="col">{t("faster.workload.done")}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.query_id} data-status={entry.status}>
            <th scope="row">
              <button
                type="button"
                className="link"
                aria-pressed={isChosen(entry.query_id)}
                data-testid="workload-query"
                onClick={() => onChoose(entry.query_id)}
              >
                {entry.query_id}
              </button>
            </th>
            <td>
              <span className={`tag ${entry.status === "WIN" ? "strong" : ""}`}>{STATUS[entry.status]}</span>
            </td>
            <td className="number">{entry.status === "ERROR" ? "" : times(entry.speedup)}</td>
            <td>{entry.explanation}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
