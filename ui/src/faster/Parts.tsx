// What each part of a query takes, by the engine's plan, so that one sees where the time goes.
import type { Flag, Part } from "../contract";
import { count } from "../format/cell";

const STANDS_OUT: Record<Flag, string> = {
  correlated: "works anew for every row",
  union_all: "puts branches together",
  union: "puts branches together, each row once",
  in_subquery: "looks a value up in a list",
  exists: "looks whether a row exists",
  scalar: "compares with a worked-out value",
  window: "looks at neighbouring rows",
  distinct: "drops repeated rows",
  self_join: "meets a table with itself",
  repeated_scan: "reads a table that is read elsewhere, too",
  or_condition: "has an OR",
  function_on_column: "works a column out before it is compared",
  cross_join: "meets every row with every row",
  late_filter: "filters late",
  limit: "keeps the first rows",
  grouped: "adds up in groups",
};

/** Nothing where the engine says nothing, and where there is but one part. */
export function Parts({ parts }: { parts: Part[] }) {
  const weighed = parts.filter((part) => typeof part.share === "number");
  if (weighed.length < 2) return null;
  // SQLite expects no number of rows.
  const counted = weighed.some((part) => typeof part.rows === "number");
  return (
    <details className="about-card faster-more" data-testid="faster-parts">
      <summary>What each part takes</summary>
      <p className="quiet-text">
        An estimate before the query runs, from the database’s plan; the true times may differ.
      </p>
      <table className="faster-rows">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className="number">
              Of the whole
            </th>
            {counted && (
              <th scope="col" className="number">
                Rows expected
              </th>
            )}
            <th scope="col">What stands out</th>
          </tr>
        </thead>
        <tbody>
          {weighed.map((part) => (
            <tr key={part.id}>
              <th scope="row">{part.called.charAt(0).toUpperCase() + part.called.slice(1)}</th>
              <td className="number">{percent(part.share ?? 0)}</td>
              {counted && (
                <td className="number">
                  {typeof part.rows === "number" ? count(Math.round(part.rows)) : "not said"}
                </td>
              )}
              <td>{part.flags.map((flag) => STANDS_OUT[flag]).join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function percent(share: number): string {
  return share > 0 && share < 1 ? "under 1%" : `${Math.round(share)}%`;
}
