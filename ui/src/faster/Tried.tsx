// Every way that was tried and what became of it; where one gave other rows, the small database that shows it.
import { formatter } from "../format/cell";
import type { CounterExample, Optimisation, ResultSet } from "../contract";
import { CopyButton } from "../ui/Copy";
import { FATES, fate, fateWhy, whatChanged } from "./words";

export function Tried({ found }: { found: Optimisation }) {
  const all = found.attempts.map((variant, n) => ({ variant, n, fate: fate(variant, n === found.best) }));
  return (
    <ol className="plain-list faster-tried">
      {all.map(({ variant, n, fate: came }) => (
        <li key={n} className="faster-way" data-fate={came}>
          <span className={`tag ${came === "offered" ? "strong" : ""}`}>{FATES[came]}</span>
          <div>
            <p>{whatChanged(variant)}</p>
            <p className="quiet-text">{fateWhy(variant)}</p>
            {variant.counter_example && <Differs example={variant.counter_example} />}
            <details>
              <summary>Its SQL</summary>
              <pre className="code plain">{variant.sql}</pre>
              <CopyButton small text={() => variant.sql} what="SQL" label="Copy" />
            </details>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Differs({ example }: { example: CounterExample }) {
  return (
    <details data-testid="faster-differs">
      <summary>A small database on which it differs</summary>
      <pre className="code plain">{example.database.join(";\n")};</pre>
      <div className="faster-sides">
        <Rows title="The query gives" result={example.before} />
        <Rows title="This one gives" result={example.after} />
      </div>
    </details>
  );
}

const SHOWN = 12;

function Rows({ title, result }: { title: string; result: ResultSet }) {
  const shown = result.columns.map((column, c) =>
    formatter(
      column,
      result.rows.map((row) => row[c] ?? null),
    ),
  );
  const rows = result.rows.slice(0, SHOWN).map((cells, n) => ({ cells, n }));
  return (
    <div className="faster-side">
      <h4 className="label">{title}</h4>
      {rows.length === 0 ? (
        <p className="quiet-text">No rows.</p>
      ) : (
        <table className="faster-rows">
          <thead>
            <tr>
              {/* Two columns may have one name. */}
              {result.columns.map((column, c) => (
                <th key={c} scope="col">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.n}>
                {result.columns.map((_, c) => (
                  <td key={c}>{shown[c]?.(row.cells[c] ?? null).text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {result.rows.length > SHOWN && <p className="quiet-text">And {result.rows.length - SHOWN} more.</p>}
    </div>
  );
}
