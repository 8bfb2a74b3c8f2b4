// One pinned answer: its question, figure, chart or first rows, when its query ran, and what changed since the run before.
import { PinOff, RotateCw, SquareArrowOutUpRight } from "lucide-react";
import { useMemo } from "react";
import { described, factsOf } from "../answer/chart";
import { Drawing } from "../answer/ChartView";
import { summary } from "../compare/words";
import type { Chart, Pin, Problem, ResultSet } from "../contract";
import { formatter, isNumeric } from "../format/cell";
import { dates, t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/pins";

const ROWS = 5;
const COLUMNS = 4;

interface Props {
  pin: Pin;
  dark: boolean;
  running: boolean;
  /** Why nothing can be run now. */
  busy: string | null;
  problem: Problem | null;
  onRun(): void;
  onOpen(): void;
  onUnpin(): void;
}

export function PinCard({ pin, dark, running, busy, problem, onRun, onOpen, onUnpin }: Props) {
  const { answer, question, changes } = pin;
  const ran = new Intl.DateTimeFormat(dates(), { dateStyle: "medium", timeStyle: "short" }).format(
    pin.started,
  );
  return (
    <article
      className={`pin-card ${running ? "running" : ""}`}
      aria-label={question}
      aria-busy={running}
      data-testid={`pin-${pin.run}`}
    >
      <header className="pin-head">
        <h2 className="pin-question" dir="auto">
          {question}
        </h2>
        <span className="row tight">
          <Button
            small
            kind="quiet"
            label={t("pins.card.again")}
            testid="pin-run"
            disabled={busy}
            onPress={onRun}
          >
            <RotateCw aria-hidden size={15} />
          </Button>
          <Button small kind="quiet" label={t("pins.card.open")} testid="pin-open" onPress={onOpen}>
            <SquareArrowOutUpRight aria-hidden size={15} />
          </Button>
          <Button
            small
            kind="quiet"
            label={t("pins.card.unpin")}
            testid="pin-off"
            disabled={busy}
            onPress={onUnpin}
          >
            <PinOff aria-hidden size={15} />
          </Button>
        </span>
      </header>
      {problem && <ProblemView compact problem={problem} />}
      {answer.headline !== null && (
        <p className="pin-figure" dir="auto">
          {answer.headline}
        </p>
      )}
      <p className="pin-sentence" dir="auto">
        {answer.sentence}
      </p>
      {answer.chart ? (
        <Picture chart={answer.chart} dark={dark} />
      ) : (
        answer.headline === null &&
        answer.result.rows.length > 0 && <Few result={answer.result} rows={pin.rows} question={question} />
      )}
      <footer className="pin-foot">
        <span data-testid="pin-when">
          {running ? t("pins.card.running") : t("pins.card.ran", { when: ran })}
          {pin.stale && !running && <span className="pin-old">{` · ${t("pins.card.stale")}`}</span>}
        </span>
        {changes && (
          <span className="pin-changes" data-testid="pin-changes">
            {summary(changes)}
          </span>
        )}
      </footer>
    </article>
  );
}

function Picture({ chart, dark }: { chart: Chart; dark: boolean }) {
  const facts = useMemo(() => factsOf(chart), [chart]);
  return (
    <div className="pin-chart">
      <Drawing facts={facts} kind={facts.drawn} dark={dark} says={described(facts, facts.drawn)} />
    </div>
  );
}

/** The first rows and columns; how many more there are is said below. */
function Few({ result, rows: all, question }: { result: ResultSet; rows: number | null; question: string }) {
  const rows = result.rows.slice(0, ROWS);
  const columns = result.columns.slice(0, COLUMNS);
  const formats = columns.map((column, c) =>
    formatter(
      column,
      rows.map((row) => row[c] ?? null),
    ),
  );
  const more = [
    all === null
      ? t("pins.card.first", { count: rows.length })
      : all > rows.length
        ? t("pins.card.firstOf", { shown: rows.length, rows: t("common.rows", { count: all }) })
        : "",
    result.columns.length > columns.length
      ? t("pins.card.columns", {
          shown: columns.length,
          columns: t("common.columns", { count: result.columns.length }),
        })
      : "",
  ].filter(Boolean);
  return (
    <div className="pin-rows">
      <table aria-label={t("pins.card.rows", { question })}>
        <thead>
          <tr>
            {columns.map((column, c) => (
              <th key={c} scope="col" className={isNumeric(column.kind) ? "num" : undefined} dir="auto">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {columns.map((column, c) => (
                <td key={c} className={isNumeric(column.kind) ? "num" : undefined} dir="auto">
                  {formats[c]?.(row[c] ?? null).text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more.length > 0 && <p className="quiet-text">{more.join(" · ")}</p>}
    </div>
  );
}
