// The SQL of one attempt, to be changed and run without touching the answer.
import { AlignLeft, Play, RotateCcw } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { shortcut } from "../app/commands";
import { asProblem } from "../backend/backend";
import type { Candidate, Problem } from "../contract";
import { FasterButton } from "../faster/Offer";
import { Findings } from "../pipeline/Findings";
import { t } from "../text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import type { PanelProps } from "./SqlPanel";
import { Tried, useTrial } from "./Tried";
import "../text/en/panelMore";

const SqlEditor = lazy(() => import("./SqlEditor"));

export function SqlTab({
  backend,
  connection,
  catalog,
  run,
  candidate,
  onChanged,
}: Omit<PanelProps, "candidate"> & {
  candidate: Candidate;
  /** What stands there instead of the query as it was written; null: that. */
  onChanged(text: string | null): void;
}) {
  const { id } = candidate;
  const judged = run.judged[id];
  const { sql } = candidate;
  /** The query as it was written, laid out. */
  const [written, setWritten] = useState<string | null>(null);
  /** What the editor began with, counted so that it can begin anew with the same text; and what it holds now. */
  const [start, setStart] = useState({ text: "", turn: 0 });
  const [text, setText] = useState("");
  const now = useRef(text);
  now.current = text;
  const [problem, setProblem] = useState<Problem | null>(null);
  const trial = useTrial(backend, connection);

  const layOut = async (of: string) => {
    setProblem(null);
    try {
      return await backend.formatSql(connection, of);
    } catch (error) {
      // What cannot be laid out is shown as it was written.
      setProblem(asProblem(error));
      return of;
    }
  };
  const begin = (next: string) => {
    setStart((old) => ({ text: next, turn: old.turn + 1 }));
    setText(next);
  };
  // What is typed while the layout is under way stays.
  const tidy = (of: string) => void layOut(of).then((next) => now.current === of && begin(next));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel's own text, laid out once
  useEffect(() => {
    let gone = false;
    void layOut(sql).then((first) => {
      if (gone) return;
      setWritten(first);
      begin(first);
    });
    return () => {
      gone = true;
    };
  }, [sql]);

  const changed = written !== null && text !== written;
  const instead = changed ? text : null;
  useEffect(() => onChanged(instead), [onChanged, instead]);
  return (
    <div className="panel-body">
      <h3 className="label">{t("panel.sql.reading")}</h3>
      <p dir="auto">{candidate.reading}</p>
      <div className="label-row">
        <h3 className="label">SQL</h3>
        <span className="row tight">
          {changed && (
            <Button
              small
              kind="quiet"
              testid="sql-reset"
              hint={t("panel.sql.asWasHint")}
              onPress={() => begin(written)}
            >
              <RotateCcw aria-hidden size={13} />
              {t("panel.sql.asWas")}
            </Button>
          )}
          <Button
            small
            kind="quiet"
            testid="sql-format"
            label={t("panel.sql.format")}
            onPress={() => tidy(text)}
          >
            <AlignLeft aria-hidden size={14} />
          </Button>
          <FasterButton run={run} candidate={changed ? "" : id} sql={changed ? text : sql} />
          <CopyButton small text={() => text || sql} what="SQL" label={t("common.copy")} testid="copy-sql" />
          <Button
            small
            kind={changed ? "primary" : "plain"}
            testid="sql-run"
            hint={t("panel.sql.runHint", { keys: shortcut("run") })}
            disabled={
              trial.running ? t("panel.sql.isRunning") : text.trim() === "" ? t("panel.sql.noSql") : null
            }
            onPress={() => trial.run(text)}
          >
            <Play aria-hidden size={13} />
            {trial.running ? t("panel.sql.running") : t("panel.sql.run")}
          </Button>
        </span>
      </div>
      {written === null ? (
        <Skeleton lines={6} label={t("panel.sql.formatting")} />
      ) : (
        <Suspense fallback={<pre className="code plain">{start.text}</pre>}>
          <SqlEditor
            key={start.turn}
            text={start.text}
            dialect={run.header?.dialect ?? null}
            catalog={catalog}
            onChange={setText}
            onRun={() => trial.run(text)}
          />
        </Suspense>
      )}
      {problem && <ProblemView compact problem={problem} />}
      <Tried backend={backend} connection={connection} dialect={run.header?.dialect ?? null} trial={trial} />
      {candidate.uses.length > 0 && (
        <>
          <h3 className="label">{t("panel.sql.words")}</h3>
          <dl className="word-list">
            {candidate.uses.map((use) => (
              <div key={`${use.span.start}-${use.meaning}`}>
                <dt dir="auto">{use.words}</dt>
                <dd dir="auto">{use.meaning}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {judged && judged.findings.length > 0 && (
        <>
          <h3 className="label">{t("panel.sql.found")}</h3>
          <Findings findings={judged.findings} />
        </>
      )}
    </div>
  );
}
