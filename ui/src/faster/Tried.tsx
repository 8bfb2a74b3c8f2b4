// Every way that was tried and what became of it; where one gave other rows, the small database that shows it.
import { formatter } from "../format/cell";
import type { CounterExample, Optimisation, ResultSet } from "../contract";
import { t } from "../text";
import { CopyButton } from "../ui/Copy";
import { fate, fateWhy, whatChanged } from "./words";
import "../text/en/faster";
import "../text/en/fasterMore";

export function Tried({ found }: { found: Optimisation }) {
  const all = found.attempts.map((variant, n) => ({ variant, n, fate: fate(variant, n === found.best) }));
  return (
    <ol className="plain-list faster-tried">
      {all.map(({ variant, n, fate: came }) => (
        <li key={n} className="faster-way" data-fate={came}>
          <span className={`tag ${came === "offered" ? "strong" : ""}`}>{t(`faster.fate.${came}`)}</span>
          <div>
            <p>{whatChanged(variant)}</p>
            <p className="quiet-text">{fateWhy(variant)}</p>
            {variant.counter_example && <Differs example={variant.counter_example} />}
            <details>
              <summary>{t("faster.tried.sql")}</summary>
              <pre className="code plain">{variant.sql}</pre>
              <CopyButton small text={() => variant.sql} what="SQL" label={t("common.copy")} />
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
      <summary>{t("faster.tried.differs")}</summary>
      <pre className="code plain">{example.database.join(";\n")};</pre>
      <div className="faster-sides">
        <Rows title={t("faster.tried.queryGives")} result={example.before} />
        <Rows title={t("faster.tried.thisGives")} result={example.after} />
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
        <p className="quiet-text">{t("faster.tried.noRows")}</p>
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
      {result.rows.length > SHOWN && (
        <p className="quiet-text">{t("faster.tried.more", { count: result.rows.length - SHOWN })}</p>
      )}
    </div>
  );
}
