// One question, then and now: what is new, what is gone, and in which rows something changed, by the rows that the runs kept.
import { Minus, PenLine, Plus, TriangleAlert } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { Trans } from "../text/Trans";
import { type Load, loading } from "../app/load";
import { asProblem, type Backend } from "../backend/backend";
import type { ChangedRow, Changes, Compared, Fate, ResultColumn } from "../contract";
import { asNumber, count, type Formatter, formatter, isNumeric } from "../format/cell";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Close } from "../ui/Close";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { cautions, keyWords, signed, single, summary, when } from "./words";
import "../styles/compare.css";
import "../text/en/compare";

const FATES = {
  changed: { Icon: PenLine, name: t("compare.comparison.changed") },
  new: { Icon: Plus, name: t("compare.comparison.new") },
  gone: { Icon: Minus, name: t("compare.comparison.gone") },
} as const;

interface Props {
  backend: Backend;
  run: string;
  onClose(): void;
}

export default function Comparison({ backend, run, onClose }: Props) {
  const [load, setLoad] = useState<Load<Compared>>(loading);
  const turn = useRef(0);
  const place = useRef<HTMLElement>(null);

  const ask = useCallback(
    async (other: string | null) => {
      turn.current += 1;
      const own = turn.current;
      try {
        const value = await backend.compareRuns(run, other);
        if (own !== turn.current) return;
        setLoad({ is: "ready", value });
        if (value.changes) announce(summary(value.changes));
      } catch (error) {
        if (own === turn.current) setLoad({ is: "failed", problem: asProblem(error) });
      }
    },
    [backend, run],
  );
  useEffect(() => {
    void ask(null);
    return () => {
      turn.current += 1;
    };
  }, [ask]);
  useEffect(() => place.current?.focus(), []);
  const ready = load.is === "ready";
  useEffect(() => {
    // What changed is read at once, and not below the edge of the window.
    if (ready) place.current?.scrollIntoView({ block: "nearest" });
  }, [ready]);

  return (
    <section
      ref={place}
      tabIndex={-1}
      className="comparison"
      aria-labelledby={`compare-${run}`}
      data-testid="comparison"
    >
      <header className="comparison-head">
        <h2 id={`compare-${run}`} className="comparison-title">
          {t("compare.comparison.title")}
        </h2>
        <Close onPress={onClose} />
      </header>
      {load.is === "failed" ? (
        <ProblemView compact problem={load.problem} onRetry={() => void ask(null)} />
      ) : load.is !== "ready" ? (
        <Skeleton lines={4} label={t("compare.comparison.comparing")} />
      ) : load.value.changes === null ? (
        <p className="quiet-text">{t("compare.comparison.alone")}</p>
      ) : (
        <Shown
          run={run}
          compared={load.value}
          changes={load.value.changes}
          onOther={(other) => void ask(other)}
        />
      )}
    </section>
  );
}

interface ShownProps {
  run: string;
  compared: Compared;
  changes: Changes;
  onOther(run: string): void;
}

function Shown({ run, compared, changes, onOther }: ShownProps) {
  const other = changes.later.run === run ? changes.earlier : changes.later;
  const own = changes.later.run === run ? changes.later : changes.earlier;
  const told = keyWords(changes);
  return (
    <>
      <p className="comparison-says" data-testid="comparison-says">
        {summary(changes)}
      </p>
      {compared.others.length > 1 && (
        <label className="comparison-with">
          <span className="field-label">{t("compare.comparison.with")}</span>
          <select
            className="input"
            value={other.run}
            data-testid="comparison-with"
            onChange={(e) => onOther(e.target.value)}
          >
            {compared.others.map((mark) => (
              <option key={mark.run} value={mark.run}>
                {when(mark.started, own.started)}
                {mark.headline === null ? "" : ` (${mark.headline})`}
              </option>
            ))}
          </select>
        </label>
      )}
      {cautions(changes).length > 0 && (
        <ul className="notes" aria-label={t("compare.comparison.notes")}>
          {cautions(changes).map((note) => (
            <li key={note}>
              <TriangleAlert aria-hidden size={14} />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      {changes.rows.length > 0 && !single(changes) && (
        <Rows key={`${changes.earlier.run}-${changes.later.run}`} changes={changes} />
      )}
      {told !== null && <p className="quiet-text">{told}</p>}
    </>
  );
}

type Which = Fate | "all";

function Rows({ changes }: { changes: Changes }) {
  const [which, setWhich] = useState<Which>("all");
  const { rows, columns } = changes;
  const of: [Which, string, number][] = [
    ["all", t("compare.comparison.all"), changes.changed + changes.new + changes.gone],
    ["changed", FATES.changed.name, changes.changed],
    ["new", FATES.new.name, changes.new],
    ["gone", FATES.gone.name, changes.gone],
  ];
  const shown = rows.filter((row) => which === "all" || row.fate === which);
  const many = of.find(([name]) => name === which)?.[2] ?? 0;
  const formats = columns.map((column, c) =>
    formatter(
      column,
      rows.flatMap((row) => [
        row.cells[c] ?? null,
        ...row.was.filter((w) => w.column === c).map((w) => w.cell),
      ]),
    ),
  );
  return (
    <>
      <div className="label-row">
        <ToggleButtonGroup
          className="segments"
          aria-label={t("compare.comparison.which")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[which]}
          onSelectionChange={(keys) => {
            for (const [name] of of) if (keys.has(name)) setWhich(name);
          }}
        >
          {of
            .filter(([name, , n]) => name === "all" || n > 0)
            .map(([name, says, n]) => (
              <ToggleButton key={name} id={name} className="segment" data-testid={`compare-${name}`}>
                {says} <span className="comparison-count">{count(n)}</span>
              </ToggleButton>
            ))}
        </ToggleButtonGroup>
        <span className="quiet-text" data-testid="comparison-same">
          {changes.same > 0 && t("compare.comparison.same", { count: changes.same })}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="comparison-rows" aria-label={t("compare.comparison.rows")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("compare.comparison.what")}</th>
              {columns.map((column, c) => (
                <th key={c} scope="col" className={isNumeric(column.kind) ? "num" : undefined} dir="auto">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, n) => (
              <Row key={n} row={row} columns={columns} formats={formats} />
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < many && (
        <p className="quiet-text">{t("compare.comparison.cut", { shown: shown.length, all: many })}</p>
      )}
    </>
  );
}

interface RowProps {
  row: ChangedRow;
  columns: ResultColumn[];
  formats: Formatter[];
}

function Row({ row, columns, formats }: RowProps) {
  const { Icon, name } = FATES[row.fate];
  return (
    <tr className={`fate-${row.fate}`}>
      <th scope="row">
        <span className="fate">
          <Icon aria-hidden size={13} />
          {name}
        </span>
      </th>
      {columns.map((column, c) => {
        const cell = row.cells[c] ?? null;
        const was = row.was.find((w) => w.column === c);
        const now = formats[c]?.(cell).text ?? "";
        const [to, from] = [asNumber(cell), was ? asNumber(was.cell) : null];
        return (
          <td key={c} className={isNumeric(column.kind) ? "num" : undefined} dir="auto">
            {was ? (
              <span className="then-now">
                <Trans
                  i18nKey="compare.comparison.cell"
                  components={{
                    del: <del />,
                    ins: <ins />,
                    label: <span className="offscreen" />,
                    before: <Cell shown={formats[c]?.(was.cell).text ?? ""} />,
                    after: <Cell shown={now} />,
                  }}
                />
                {to !== null && from !== null && <span className="by">{signed(to - from)}</span>}
              </span>
            ) : (
              now
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** A cell's text as it is, whatever marks it has in it. */
function Cell({ shown }: { shown: string }) {
  return shown;
}
