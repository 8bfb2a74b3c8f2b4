// How good the answers are, on questions whose answers the person said were right: asked again, and compared.
import { Check, CircleHelp, Gauge, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Measured, Measurement, Measuring, Problem } from "../contract";
import { useLoad } from "../explore/useLoad";
import { dates, t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Waiting } from "../ui/Waiting";
import { bounds, changed, headline, type Row, rows, took } from "./measure";
import "../text/en/health";

interface Props {
  backend: Backend;
  id: string;
  /** Whether the pane is in front: what was verified meanwhile is then counted. */
  shown: boolean;
  /** Models may be asked about this database. */
  modelled: boolean;
}

type Doing =
  | { is: "resting" }
  | { is: "measuring"; run: string; progress: Measuring | null; stopping: boolean }
  | { is: "failed"; problem: Problem };

export function MeasurePane({ backend, id, shown, modelled }: Props) {
  const { load, again, change } = useLoad(id, shown ? 1 : 0, () => backend.measured(id));
  const [doing, setDoing] = useState<Doing>({ is: "resting" });
  const running = useRef<string | null>(null);
  // Whoever leaves the database leaves the measurement, too.
  useEffect(
    () => () => {
      if (running.current !== null) backend.stop(running.current).catch(() => undefined);
    },
    [backend],
  );

  const measure = async () => {
    const run = `measure-${Date.now()}`;
    running.current = run;
    setDoing({ is: "measuring", run, progress: null, stopping: false });
    try {
      const value = await backend.measure(id, run, (progress) =>
        setDoing((old) => (old.is === "measuring" ? { ...old, progress } : old)),
      );
      change(() => value);
      setDoing({ is: "resting" });
      if (value.latest) announce(t("health.measure.measured", { result: headline(value.latest) }));
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "cancelled") {
        setDoing({ is: "resting" });
        announce(t("health.measure.stopped"));
      } else setDoing({ is: "failed", problem });
    }
    running.current = null;
  };
  const stop = (run: string) => {
    setDoing((old) => (old.is === "measuring" ? { ...old, stopping: true } : old));
    backend.stop(run).catch(() => {
      setDoing((old) => (old.is === "measuring" ? { ...old, stopping: false } : old));
      announce(t("health.measure.notStopped"));
    });
  };

  if (load.is !== "ready")
    return <Waiting load={load} again={again} lines={6} label={t("health.measure.looking")} />;
  const { ready, latest } = load.value;
  return (
    <div className="sheet measure" data-testid="measure" data-doing={doing.is}>
      <section className="measure-start" aria-labelledby="measure-title">
        <div className="measure-about">
          <h2 id="measure-title" className="weight-title">
            {t("health.measure.title")}
          </h2>
          <p className="quiet-text">
            {ready === 0 ? t("health.measure.checkFirst") : t("health.measure.about", { count: ready })}
            {ready > 0 && modelled && ` ${t("health.measure.cost")}`}
          </p>
        </div>
        {doing.is !== "measuring" && (
          <Button
            kind="primary"
            testid="measure-start"
            disabled={ready === 0 ? t("health.measure.noneRight") : null}
            onPress={() => void measure()}
          >
            <Gauge aria-hidden size={15} />
            {latest ? t("health.measure.again") : t("health.measure.measure")}
          </Button>
        )}
      </section>
      {doing.is === "measuring" && (
        <Working progress={doing.progress} stopping={doing.stopping} onStop={() => stop(doing.run)} />
      )}
      {doing.is === "failed" && (
        <ProblemView compact problem={doing.problem} onRetry={() => void measure()} />
      )}
      {latest && <Result measured={load.value} latest={latest} />}
    </div>
  );
}

function Working(props: { progress: Measuring | null; stopping: boolean; onStop(): void }) {
  const { progress, stopping } = props;
  const says = progress
    ? t("health.measure.asked", {
        done: progress.done,
        questions: t("common.questions", { count: progress.of }),
        right: progress.right,
      })
    : t("health.measure.beginning");
  return (
    <div className="measure-working">
      <div className="measure-bar" role="status">
        <progress
          className="preparing-bar"
          aria-label={t("health.measure.progress")}
          aria-valuetext={says}
          max={progress?.of ?? 1}
          value={progress?.done ?? 0}
        />
        <p className="quiet-text">{t("health.measure.working", { progress: says })}</p>
      </div>
      <Button
        testid="measure-stop"
        disabled={stopping ? t("health.measure.stopsSoon") : null}
        onPress={props.onStop}
      >
        {stopping ? t("health.measure.stopping") : t("common.stop")}
      </Button>
    </div>
  );
}

function Result({ measured, latest }: { measured: Measured; latest: Measurement }) {
  const { before, difference } = measured;
  return (
    <>
      <section
        className="measure-result"
        aria-label={t("health.measure.newest")}
        data-testid="measure-result"
      >
        <p className="measure-headline">{headline(latest)}</p>
        <Bar measurement={latest} />
        <p>{bounds(latest)}</p>
        {difference && (
          <p className="measure-change" data-testid="measure-change">
            {changed(difference)}
          </p>
        )}
        <p className="quiet-text">
          {[when(latest.at), ...took(latest)].join(" · ")}
          {before && (
            <>
              <br />
              {t("health.measure.before", {
                what: [headline(before), when(before.at), ...took(before)].join(" · "),
              })}
            </>
          )}
        </p>
      </section>
      <ul className="plain-list note-group measure-questions" aria-label={t("health.measure.questions")}>
        {rows(measured).map((row) => (
          <Question key={row.question.question} row={row} />
        ))}
      </ul>
    </>
  );
}

/** The share that is right, and what it may be of many such questions. */
function Bar({ measurement: { right, of, low, high } }: { measurement: Measurement }) {
  if (of === 0) return null;
  return (
    <div className="measure-scale" aria-hidden>
      <span
        className="measure-range"
        style={{ insetInlineStart: `${100 * low}%`, width: `${100 * (high - low)}%` }}
      />
      <span className="measure-point" style={{ insetInlineStart: `${(100 * right) / of}%` }} />
    </div>
  );
}

const VERDICTS = {
  right: { Icon: Check, tone: "good", word: t("health.measure.right") },
  wrong: { Icon: X, tone: "bad", word: t("health.measure.wrong") },
  unknown: { Icon: CircleHelp, tone: "quiet", word: t("health.measure.unknown") },
} as const;

function Question({ row: { question, mark } }: { row: Row }) {
  const { Icon, tone, word } =
    VERDICTS[question.right === null ? "unknown" : question.right ? "right" : "wrong"];
  return (
    <li className="health-note measure-question" data-right={String(question.right)}>
      <Icon aria-hidden size={16} className={`tone-${tone}`} />
      <div>
        <p className="note-says" dir="auto">
          <span className="offscreen">{word}: </span>
          {question.question}
          {mark && (
            <span className="tag measure-mark">
              {mark === "won" ? t("health.measure.wasWrong") : t("health.measure.wasRight")}
            </span>
          )}
        </p>
        {question.says !== "" && (
          <p className="note-means" dir="auto">
            {question.says}
          </p>
        )}
        {question.right !== true && question.sql !== null && (
          <details className="measure-sql">
            <summary>{t("health.measure.query")}</summary>
            <pre>{question.sql}</pre>
          </details>
        )}
      </div>
    </li>
  );
}

const when = (at: number) =>
  new Intl.DateTimeFormat(dates(), { dateStyle: "medium", timeStyle: "short" }).format(at);
