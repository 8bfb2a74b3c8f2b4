// Two ways to read the question: what tells them apart, and a button each to make one the answer.
import { Split } from "lucide-react";
import type { RefObject } from "react";
import type { Disagreement as Apart, OnlyHere, Problem, ResultSet } from "../contract";
import { formatter, isNumeric } from "../format/cell";
import { ClusterBadge } from "../pipeline/ClusterBadge";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { columnsToShow, heading, single } from "./apart";
import { Choose } from "./Choose";
import "../text/en/answerMore";

interface Props {
  run: Run;
  apart: Apart;
  /** Closed where hardly anything speaks for the other reading. */
  sure: boolean;
  /** Where the focus goes when what had it is gone. */
  place: RefObject<HTMLElement | null>;
  onChoose(candidate: string): Promise<Problem | null>;
}

export function Disagreement({ run, apart, sure, place, onChoose }: Props) {
  const sides = [
    { id: apart.a, only: apart.only_a, other: apart.only_b.result },
    { id: apart.b, only: apart.only_b, other: apart.only_a.result },
  ];
  const readings = sides.map(({ id }) => readingOf(run, id));
  const same = readings[0] === readings[1];
  // Said of each side below.
  const said = !same && readings.every((reading) => reading !== "" && apart.says.includes(reading));
  return (
    <section ref={place} className="apart" tabIndex={-1} data-testid="disagreement">
      <details className="apart-fold" open={!sure}>
        <summary data-testid="apart-fold">
          <h2 className="apart-title">
            <Split aria-hidden size={15} /> {sure ? t("answer.apart.titleSure") : t("answer.apart.title")}
          </h2>
        </summary>
        <p className="apart-says" dir="auto">
          {said ? t("answer.apart.says") : apart.says}
        </p>
        <ul className="plain-list apart-sides">
          {sides.map(({ id, only, other }, n) => {
            const cluster = run.clusters.find((c) => c.id === id);
            const candidate = cluster?.members[0];
            const shown = run.answer !== null && (cluster?.members.includes(run.answer.candidate) ?? false);
            return (
              <li
                key={id}
                className={`apart-side ${shown ? "shown" : ""}`}
                data-cluster={id.slice(0, 1)}
                data-testid={`apart-${id}`}
              >
                <p className="apart-reading">
                  <ClusterBadge id={id} />
                  <span dir="auto">{same ? t("answer.apart.result", { id }) : readings[n]}</span>
                </p>
                <Only only={only} other={other} partial={apart.partial} cluster={id} />
                {apart.condition?.cluster === id && (
                  <p className="apart-condition">
                    <span className="quiet-text">{t("answer.apart.onlyHere")}</span>{" "}
                    <span dir="auto">{apart.condition.words}</span>
                  </p>
                )}
                {candidate !== undefined && (
                  <Choose run={run} cluster={id} candidate={candidate} shown={shown} onChoose={onChoose} />
                )}
              </li>
            );
          })}
        </ul>
      </details>
    </section>
  );
}

/** What a result's first query does. */
function readingOf(run: Run, id: string): string {
  const cluster = run.clusters.find((c) => c.id === id);
  const candidate = run.candidates.find((c) => c.id === cluster?.members[0]);
  return (candidate?.reading ?? cluster?.summary ?? "").replace(/\.$/, "");
}

interface OnlyProps {
  only: OnlyHere;
  other: ResultSet;
  partial: boolean;
  cluster: string;
}

function Only({ only, other, partial, cluster }: OnlyProps) {
  const value = single(only);
  const { columns, rows } = only.result;
  const column = columns[0];
  if (value !== undefined && column) {
    return (
      <p className="apart-value" dir="auto">
        {formatter(column, [value])(value).text}
      </p>
    );
  }
  const shown = columnsToShow(only.result, other);
  const left = columns.length - shown.length;
  const formats = shown.map((c) =>
    formatter(
      columns[c] ?? { name: "", kind: "text" },
      rows.map((row) => row[c] ?? null),
    ),
  );
  return (
    <div className="preview apart-rows">
      <p className="quiet-text">{heading(only, partial)}</p>
      {rows.length > 0 && (
        <table aria-label={t("answer.apart.onlyRows", { id: cluster })}>
          <thead>
            <tr>
              {shown.map((c) => (
                <th
                  key={c}
                  scope="col"
                  className={isNumeric(columns[c]?.kind ?? "text") ? "num" : ""}
                  dir="auto"
                  title={columns[c]?.name}
                >
                  {columns[c]?.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, r) => (
              <tr key={r}>
                {shown.map((c, n) => {
                  const cell = formats[n]?.(row[c] ?? null);
                  return (
                    <td
                      key={c}
                      className={isNumeric(columns[c]?.kind ?? "text") ? "num" : ""}
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
      )}
      {left > 0 && rows.length > 0 && (
        <p className="quiet-text">{t("answer.apart.columns", { count: left })}</p>
      )}
    </div>
  );
}
