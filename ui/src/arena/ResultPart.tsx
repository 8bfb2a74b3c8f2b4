// One result: its first rows, who came to it, how it stood beside the others; and it can be made the answer.
import { Trans } from "../text/Trans";
import { Choose } from "../answer/Choose";
import type { ResultSet } from "../contract";
import { formatter, percent } from "../format/cell";
import { t } from "../text";
import { resultOf } from "./figure";
import type { PartProps } from "./Inspector";
import { AttemptChips } from "./Press";
import "../text/en/arena";

export function ResultPart({ id, run, scene, onThing, onChoose }: PartProps & { id: string }) {
  const result = scene.results.find((r) => r.id === id);
  if (!result) return null;
  const ran = scene.attempts.filter((a) => a.state === "ran").length;
  const members = scene.attempts.filter((a) => result.members.includes(a.id));
  // The two that stand under the answer have their buttons there.
  const above = run.selection?.disagreement;
  return (
    <>
      <p>
        <Trans
          i18nKey="arena.outcome.from"
          count={ran}
          values={{ figure: result.figure.main, members: result.members.length }}
          components={{ b: <b /> }}
        />
        {result.fought > 0 && ` ${t("arena.outcome.ahead", { won: result.won, count: result.fought })}`}
      </p>
      <FirstRows
        result={resultOf(run, result.members)}
        rows={run.clusters.find((c) => c.id === id)?.rows ?? 0}
      />
      <AttemptChips label={t("arena.outcome.givenBy")} attempts={members} none="" onThing={onThing} />
      {run.state === "answered" && scene.results.length > 1 && above?.a !== id && above?.b !== id && (
        <Choose
          run={run}
          cluster={id}
          candidate={result.members[0] ?? ""}
          shown={result.members.includes(run.answer?.candidate ?? "")}
          onChoose={onChoose}
        />
      )}
      <details className="reason-more">
        <summary>{t("common.details")}</summary>
        <p className="quiet-text">
          {t("arena.outcome.share", {
            attempts: percent(result.share.attempts),
            belief: percent(result.share.belief),
          })}
        </p>
      </details>
    </>
  );
}

const ROWS = 5;
const COLUMNS = 4;

function FirstRows({ result, rows }: { result: ResultSet | null; rows: number }) {
  if (!result || result.rows.length === 0) return null;
  const columns = result.columns.slice(0, COLUMNS);
  const formats = columns.map((column, c) =>
    formatter(
      column,
      result.rows.slice(0, 20).map((r) => r[c] ?? null),
    ),
  );
  return (
    <div className="first-rows">
      <table className="plain-table" aria-label={t("arena.outcome.firstRows")}>
        <thead>
          <tr>
            {/* Two columns may have one name. */}
            {columns.map((column, c) => (
              <th key={c} scope="col" dir="auto">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.rows.slice(0, ROWS).map((row, n) => (
            <tr key={n}>
              {columns.map((_, c) => {
                const cell = formats[c]?.(row[c] ?? null);
                return (
                  <td key={c} className={cell?.tone === "number" ? "num" : ""} dir="auto">
                    {cell?.text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows > ROWS && <p className="quiet-text">{t("arena.outcome.more", { count: rows - ROWS })}</p>}
    </div>
  );
}
