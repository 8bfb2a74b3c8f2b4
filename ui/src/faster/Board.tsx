// A leaderboard: each query with what it came to; pressing one shows what was tried.
import type { Entry } from "../contract";
import { STATUS } from "./workload";
import { times } from "./words";

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
          <th scope="col">Query</th>
          <th scope="col">Came to</th>
          <th scope="col" className="number">
            Times as fast
          </th>
          <th scope="col">What was done</th>
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
