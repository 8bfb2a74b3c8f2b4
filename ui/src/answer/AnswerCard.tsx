// The answer first: the sentence, the figure, the chart or the table, what to know beside it.
import { ChartColumn, Code, Copy, Download, Info, Scale, Table2, Undo2 } from "lucide-react";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import {
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Button as RacButton,
  ToggleButton,
  ToggleButtonGroup,
} from "react-aria-components";
import type { Backend } from "../backend/backend";
import type { Answer, Found, Problem, RowSource, Truncation } from "../contract";
import { FasterOffer } from "../faster/Offer";
import { ResultGrid } from "../grid/ResultGrid";
import { PAGE, type Rows, useRows } from "../grid/useRows";
import { asText } from "../grid/selection";
import { withoutModels } from "../pipeline/callWords";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { copyText } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Assumed } from "./Assumed";
import { Disagreement } from "./Disagreement";
import { factsOf } from "./chart";
import { InRows } from "./InRows";
import { Others } from "./Others";
import { Unused, type Words } from "./Unused";
import { PinButton } from "./PinButton";
import { needsGrid, notesLeft, readsOtherwise, titleSaid } from "./once";
import { Recalled } from "./Recalled";
import { Trust } from "./Trust";
import { kindOf, PLAIN, shaped, titleOf } from "./shape";
import { Skeleton } from "../ui/Skeleton";
import { Verdict } from "./Verdict";
import "../text/en/answer";
import "../text/en/answerMore";

// What is opened by a press is loaded beside the answer, not before the first question.
const Export = lazy(() => import("./Export").then((m) => ({ default: m.Export })));
const ChartView = lazy(() => import("./ChartView").then((m) => ({ default: m.ChartView })));
const Comparison = lazy(() => import("../compare/Comparison"));

/** Longer than this, a value is a name and no figure, and a sentence is no headline any more. */
const FIGURE_CHARS = 14;
const SHORT_SENTENCE = 110;

interface Props {
  backend: Backend;
  connection: string;
  run: Run;
  answer: Answer;
  dark: boolean;
  finding: boolean;
  onFinding(open: boolean): void;
  onSql(candidate: string): void;
  /** The person said that it is right. */
  verified: boolean;
  /** It was found right before the database changed. */
  stale: boolean;
  /** Its query runs again, and both results are shown. */
  onCheck(): Promise<Problem | null>;
  /** It is running. */
  checking: boolean;
  onStopCheck(): void;
  onVerify(right: boolean): Promise<Problem | null>;
  /** Another reading becomes the answer; null takes that back. */
  onChoose(candidate: string | null): Promise<Problem | null>;
  /** Why nothing can be asked now. */
  cannot: string | null;
  /** Asks the question again, and not from an earlier one. */
  onAnew(): void;
  /** Null where nothing can be said of its words any more. */
  words: Words | null;
  pinned: boolean;
  onPin(pinned: boolean): Promise<Problem | null>;
  /** Another run of the question has an answer, too. */
  again: boolean;
  comparing: boolean;
  onCompare(open: boolean): void;
}

export function AnswerCard(props: Props) {
  const { backend, connection, run, answer, dark, finding, onFinding, onSql } = props;
  const [view, setView] = useState<"chart" | "table">(answer.chart ? "chart" : "table");
  const [shape, setShape] = useState(PLAIN);
  const first = useMemo(() => (answer.chart ? factsOf(answer.chart) : null), [answer.chart]);
  const facts = useMemo(() => first && shaped(first, answer.result, shape), [first, answer.result, shape]);
  const [marked, setMarked] = useState<Found | null>(null);
  const source = useMemo<RowSource>(() => ({ of: "query", sql: answer.sql }), [answer.sql]);
  const pages = useRows(backend, connection, source, answer.result);
  const apart = run.selection?.disagreement ?? null;
  // Each part has a query and a standing of its own.
  const inParts = answer.candidate === "";
  const unsure = run.state === "answered" && run.chosen === null && !inParts && answer.trust !== "high";
  const place = useRef<HTMLElement>(null);
  const card = useRef<HTMLElement>(null);
  const back = async () => {
    const trouble = await props.onChoose(null);
    if (trouble) return trouble;
    announce(t(run.declined ? "answer.card.takenBackNone" : "answer.card.takenBack"));
    place.current?.focus();
    return null;
  };
  const alone = withoutModels(run);
  const notes = alone ? [alone, ...notesLeft(answer)] : notesLeft(answer);
  const single = answer.headline !== null;
  const showing = finding ? "table" : view;
  return (
    <article ref={card} className="answer" tabIndex={-1} aria-label={t("answer.card.answer")}>
      <div className={single ? "answer-head with-figure" : "answer-head"}>
        {single && (
          <p
            className={`headline ${(answer.headline?.length ?? 0) > FIGURE_CHARS ? "long" : ""}`}
            data-testid="answer-headline"
            dir="auto"
          >
            {answer.headline}
          </p>
        )}
        <div className="answer-words">
          <p
            className={`sentence ${answer.sentence.length > SHORT_SENTENCE ? "long" : ""}`}
            data-testid="answer-sentence"
            dir="auto"
          >
            {answer.sentence}
          </p>
          <div className="answer-marks">
            <Trust level={answer.trust} odds={answer.odds ?? null} reasons={answer.reasons} />
            <Why run={run} answer={answer} onBack={back} />
            {!inParts && (
              <Verdict
                verified={props.verified}
                stale={props.stale}
                cannot={props.cannot}
                onCheck={props.onCheck}
                checking={props.checking}
                onStopCheck={props.onStopCheck}
                disabled={run.state === "running" ? t("answer.card.running") : null}
                onVerify={props.onVerify}
              />
            )}
            {!inParts && run.state !== "running" && <PinButton pinned={props.pinned} onPin={props.onPin} />}
          </div>
        </div>
      </div>
      {run.recalled && <Recalled earlier={run.recalled} disabled={props.cannot} onAnew={props.onAnew} />}
      {readsOtherwise(answer, run.question) && (
        <p className="reading" data-testid="reading">
          <span className="reading-label">{t("answer.card.readAs")}</span>
          <span dir="auto">{answer.reading}</span>
        </p>
      )}
      {!inParts && answer.combined && (
        <p className="reading" data-testid="combined">
          <span className="reading-label">{t("answer.card.workedOut")}</span>
          <span dir="auto">{answer.combined.how}</span>
        </p>
      )}
      <Assumed assumed={answer.assumed ?? []} question={run.question} />
      {notes.length > 0 && (
        <ul className="notes" aria-label={t("answer.card.notes")}>
          {notes.map((note) => (
            <li key={note}>
              <Info aria-hidden size={14} />
              <span dir="auto">{note}</span>
            </li>
          ))}
        </ul>
      )}
      {unsure && (
        <Others
          run={run}
          answer={answer}
          onChoose={async (candidate) => {
            const trouble = await props.onChoose(candidate);
            if (!trouble) card.current?.focus();
            return trouble;
          }}
        />
      )}
      {unsure && props.words && (
        <Unused
          {...props.words}
          words={run.candidates.find((c) => c.id === answer.candidate)?.unplaced ?? []}
        />
      )}
      <div className="answer-bar">
        {answer.chart && (
          <ToggleButtonGroup
            className="segments"
            aria-label={t("answer.card.showAs")}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[showing]}
            onSelectionChange={(keys) => {
              onFinding(false);
              setView(keys.has("chart") ? "chart" : "table");
            }}
          >
            <ToggleButton id="chart" className="segment">
              <ChartColumn aria-hidden size={15} /> {t("answer.card.chart")}
            </ToggleButton>
            <ToggleButton id="table" className="segment">
              <Table2 aria-hidden size={15} /> {t("answer.card.table")}
            </ToggleButton>
          </ToggleButtonGroup>
        )}
        <span className="grow" />
        {!inParts && (
          <Button testid="show-sql" onPress={() => onSql(answer.candidate)}>
            <Code aria-hidden size={15} />
            SQL
          </Button>
        )}
        {(props.again || props.comparing) && !inParts && (
          <Button
            testid="compare"
            hint={t("answer.card.compareHint")}
            expanded={props.comparing}
            onPress={() => props.onCompare(!props.comparing)}
          >
            <Scale aria-hidden size={15} />
            {t("answer.card.compare")}
          </Button>
        )}
        <CopyMenu answer={answer} pages={pages} />
        <Suspense fallback={<ExportSoon />}>
          <Export
            key={run.id}
            backend={backend}
            connection={connection}
            run={run.id}
            sql={answer.sql}
            question={run.question}
            drawn={
              answer.chart &&
              facts && { title: titleOf(answer.chart, facts, shape), facts, kind: kindOf(facts, shape) }
            }
            view={pages.view}
            shown={pages.counts?.rows ?? null}
          />
        </Suspense>
      </div>
      {answer.chart && facts && showing === "chart" ? (
        <Suspense fallback={<Skeleton lines={6} label={t("answer.card.drawing")} />}>
          <ChartView
            backend={backend}
            chart={answer.chart}
            result={answer.result}
            facts={facts}
            question={run.question}
            said={titleSaid(answer.chart.title, answer, run.question)}
            dark={dark}
            shape={shape}
            onShape={setShape}
          />
        </Suspense>
      ) : !needsGrid(answer) ? null : (
        <ResultGrid
          key={`${run.id}-${answer.candidate}`}
          result={pages.result}
          label={t("answer.card.result")}
          partial={pages.more}
          finding={finding}
          onFinding={onFinding}
          rows={pages}
          dialect={run.header?.dialect ?? null}
          footer={<Shown pages={pages} known={knownRows(run, answer)} />}
          marked={marked?.rows}
        />
      )}
      <InRows
        found={answer.found ?? []}
        shown={showing === "table" ? marked : null}
        onShow={(found) => {
          setMarked(found);
          if (!found) return;
          setView("table");
          announce(t("answer.card.marked", { rows: t("common.rows", { count: found.rows.length }) }));
        }}
      />
      {props.comparing && (
        <Suspense fallback={null}>
          <Comparison
            key={`${run.id} ${answer.candidate}`}
            backend={backend}
            run={run.id}
            onClose={() => props.onCompare(false)}
          />
        </Suspense>
      )}
      <FasterOffer run={run} answer={answer} />
      {apart && run.state === "answered" && (
        <Disagreement
          run={run}
          apart={apart}
          sure={answer.trust === "high" && run.chosen === null}
          place={place}
          onChoose={props.onChoose}
        />
      )}
    </article>
  );
}

/** In its place until it is loaded. */
function ExportSoon() {
  return (
    <Button disabled={t("answer.card.exportSoon")} onPress={() => undefined}>
      <Download aria-hidden size={15} />
      {t("answer.export.export")}
    </Button>
  );
}

/** That the person chose; else how the readings were compared, where the answer is not sure and the badge does not say it. */
function Why({ run, answer, onBack }: { run: Run; answer: Answer; onBack: () => Promise<Problem | null> }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  if (run.chosen === null) {
    const why = run.selection?.why;
    if (!why || answer.trust === "high" || answer.reasons.includes(why)) return null;
    return <span className="answer-why">{why}</span>;
  }
  const back = async () => setProblem(await onBack());
  return (
    <>
      <span className="answer-chosen" data-testid="chosen">
        {t("answer.card.chosen")}
        <Button
          small
          kind="quiet"
          testid="undo-choice"
          hint={t("answer.card.undoHint")}
          onPress={() => void back()}
        >
          <Undo2 aria-hidden size={14} />
          {t("common.undo")}
        </Button>
      </span>
      {problem && (
        <div className="right-problem">
          <ProblemView compact problem={problem} onRetry={() => void back()} />
        </div>
      )}
    </>
  );
}

/** The engine's count of the winning query, where it read to the end. */
function knownRows(run: Run, answer: Answer): number | null {
  const outcome = run.judged[answer.candidate]?.outcome;
  if (outcome?.kind !== "ran") return null;
  if (outcome.rows > answer.result.rows.length) return outcome.rows;
  return outcome.result.truncated === null ? outcome.rows : null;
}

const CUT: Record<Truncation, string> = {
  rows: t("answer.shown.more"),
  bytes: t("answer.shown.bytes"),
  time: t("answer.shown.time"),
  cancelled: t("answer.shown.cancelled"),
};

function Shown({ pages, known: before }: { pages: Rows; known: number | null }) {
  const here = pages.result.rows.length;
  const { truncated } = pages.result;
  const { view } = pages;
  const known = pages.counts?.rows ?? (view.filters.length === 0 ? before : null);
  // What was to be shown and could not is told above the rows.
  if (pages.problem && !pages.tried)
    return <ProblemView compact problem={pages.problem} onRetry={pages.again} />;
  if (truncated === null) return <span data-testid="row-count">{t("common.rows", { count: here })}</span>;
  return (
    <>
      <span data-testid="row-count">
        {known !== null && known > here
          ? t("answer.shown.firstOf", { shown: here, rows: t("common.rows", { count: known }) })
          : `${t("answer.shown.first", { count: here })} ${CUT[truncated]}`}
      </span>
      <Button
        small
        testid="load-more"
        disabled={pages.fetching ? t("answer.shown.loadingSays") : null}
        onPress={pages.next}
      >
        {pages.fetching ? t("answer.shown.loading") : t("answer.shown.loadMore", { more: PAGE })}
      </Button>
    </>
  );
}

function CopyMenu({ answer, pages }: { answer: Answer; pages: Rows }) {
  const table = (header: boolean) => {
    const { columns, rows } = pages.result;
    return asText(
      columns,
      rows,
      { top: 0, bottom: rows.length - 1, left: 0, right: columns.length - 1 },
      header,
    );
  };
  const narrowed = pages.view.filters.length > 0;
  const which = pages.more ? (narrowed ? "firstFiltered" : "first") : narrowed ? "filtered" : "all";
  const count = pages.result.rows.length;
  const named = t(`answer.copy.named.${which}`, { count });
  return (
    <MenuTrigger>
      <RacButton className="button plain" data-testid="copy-menu">
        <Copy aria-hidden size={15} />
        {t("common.copy")}
      </RacButton>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label={t("common.copy")}
          onAction={(key) => {
            if (key === "sentence") void copyText(answer.sentence, t("answer.card.answer"));
            if (key === "table") void copyText(table(true), named);
            if (key === "rows") void copyText(table(false), t(`answer.copy.rows.${which}`, { count }));
            if (key === "sql") void copyText(answer.sql, "SQL");
          }}
        >
          <MenuItem id="sentence" className="menu-item">
            {t("answer.copy.sentence")}
          </MenuItem>
          <MenuItem id="table" className="menu-item">
            {named}
          </MenuItem>
          <MenuItem id="rows" className="menu-item">
            {t(`answer.copy.bare.${which}`, { count })}
          </MenuItem>
          <MenuItem id="sql" className="menu-item">
            {t("answer.copy.sql")}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
