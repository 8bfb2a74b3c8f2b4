// Queries that give the same result, side by side.
import { Choose } from "../answer/Choose";
import type { Cluster, Problem, ResultSet } from "../contract";
import { formatter, plural } from "../format/cell";
import type { Run } from "../run/reduce";
import { attemptNumber } from "../run/stages";

export function ClusterBadge({ id }: { id: string }) {
  return (
    <span className="cluster-badge" data-cluster={id.slice(0, 1)}>
      <span className="offscreen">result </span>
      {id}
    </span>
  );
}

interface Props {
  run: Run;
  onSql(candidate: string): void;
  onChoose(candidate: string): Promise<Problem | null>;
}

export function Clusters({ run, onSql, onChoose }: Props) {
  // The two that stand under the answer have their buttons there.
  const above = run.selection?.disagreement;
  const total = run.clusters.reduce((sum, c) => sum + c.members.length, 0);
  const winner = run.selection?.winner;
  return (
    <ul className="plain-list clusters">
      {run.clusters.map((cluster) => {
        const share = total === 0 ? 0 : cluster.members.length / total;
        const result = resultOf(run, cluster.members);
        const won = winner !== undefined && cluster.members.includes(winner);
        return (
          <li
            key={cluster.id}
            className={`cluster ${won ? "won" : ""}`}
            data-cluster={cluster.id.slice(0, 1)}
            data-testid={`cluster-${cluster.id}`}
          >
            <div className="cluster-head">
              <ClusterBadge id={cluster.id} />
              <span className="cluster-summary" dir="auto">
                {headOf(cluster, result)}
              </span>
            </div>
            <Preview result={result} rows={cluster.rows} />
            <div className="cluster-bar" aria-hidden>
              <span style={{ width: `${share * 100}%` }} />
            </div>
            <p className="cluster-members">
              <span>
                {cluster.members.length} of {plural(total, "attempt")}:
              </span>
              {cluster.members.map((id) => (
                <button
                  key={id}
                  type="button"
                  className="tag press"
                  onClick={() => onSql(id)}
                  aria-label={`Show the SQL of attempt ${attemptNumber(id)}`}
                >
                  {attemptNumber(id)}
                </button>
              ))}
            </p>
            {run.state === "answered" &&
              run.clusters.length > 1 &&
              above?.a !== cluster.id &&
              above?.b !== cluster.id && (
                <Choose
                  run={run}
                  cluster={cluster.id}
                  candidate={cluster.members[0] ?? ""}
                  shown={cluster.members.includes(run.answer?.candidate ?? "")}
                  onChoose={onChoose}
                />
              )}
          </li>
        );
      })}
    </ul>
  );
}

function resultOf(run: Run, members: string[]): ResultSet | null {
  for (const id of members) {
    const outcome = run.judged[id]?.outcome;
    if (outcome?.kind === "ran") return outcome.result;
  }
  return null;
}

/** Where the first rows stand below, the summary need not repeat them. */
function headOf(cluster: Cluster, result: ResultSet | null): string {
  if (!previewed(result)) return cluster.summary;
  return `${result.truncated ? "first " : ""}${plural(cluster.rows, "row")}, ${plural(cluster.columns, "column")}`;
}

function previewed(result: ResultSet | null): result is ResultSet {
  return result !== null && result.rows.length > 1;
}

const FIRST_ROWS = 3;
const FIRST_COLUMNS = 3;

/** The first rows, so that two results can be told apart at a glance; of a single row the summary has all. */
function Preview({ result, rows }: { result: ResultSet | null; rows: number }) {
  if (!previewed(result)) return null;
  const columns = result.columns.slice(0, FIRST_COLUMNS);
  const formats = columns.map((column, c) =>
    formatter(
      column,
      result.rows.slice(0, 20).map((r) => r[c] ?? null),
    ),
  );
  return (
    <div className="preview">
      <table aria-label="First rows">
        <tbody>
          {result.rows.slice(0, FIRST_ROWS).map((row, n) => (
            <tr key={n}>
              {columns.map((column, c) => {
                const cell = formats[c]?.(row[c] ?? null);
                return (
                  <td
                    key={column.name}
                    className={cell?.tone === "number" ? "num" : ""}
                    dir="auto"
                    title={cell?.text}
                  >
                    {cell?.text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows > FIRST_ROWS && (
        <span className="quiet-text">
          and {result.truncated ? "over " : ""}
          {plural(rows - FIRST_ROWS, "more row", "more rows")}
        </span>
      )}
    </div>
  );
}
