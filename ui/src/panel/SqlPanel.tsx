// The SQL of one attempt: laid out, coloured, to be changed and run without touching the answer, with its reading and
// what was found about it.
import { AlignLeft, ChevronLeft, ChevronRight, Play, RotateCcw, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Catalog, Problem } from "../contract";
import { FasterButton } from "../faster/Offer";
import { percent } from "../format/cell";
import { Findings } from "../pipeline/Findings";
import type { Run } from "../run/reduce";
import { attemptNumber } from "../run/stages";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { Tried, useTrial } from "./Tried";

const SqlEditor = lazy(() => import("./SqlEditor"));

interface Props {
  backend: Backend;
  connection: string;
  catalog: Catalog | null;
  run: Run;
  candidate: string;
  onCandidate(id: string): void;
  onClose(): void;
}

export function SqlPanel(props: Props) {
  const { run, candidate: id, onCandidate, onClose } = props;
  const at = run.candidates.findIndex((c) => c.id === id);
  const before = run.candidates[at - 1];
  const after = run.candidates[at + 1];
  return (
    <section className="sql-panel" aria-label={`SQL of attempt ${attemptNumber(id)}`} data-testid="sql-panel">
      <header className="panel-head">
        <h2 className="panel-title">
          {at >= 0 ? `Attempt ${attemptNumber(id)}` : "There is no such attempt"}
          {run.answer?.candidate === id && <span className="tag strong">the answer</span>}
        </h2>
        <span className="row tight">
          {run.candidates.length > 1 && (
            <>
              <Button
                kind="quiet"
                small
                label="The attempt before"
                testid="sql-before"
                disabled={before ? null : "This is the first attempt."}
                onPress={() => before && onCandidate(before.id)}
              >
                <ChevronLeft aria-hidden size={16} />
              </Button>
              <Button
                kind="quiet"
                small
                label="The next attempt"
                testid="sql-after"
                disabled={after ? null : "This is the last attempt."}
                onPress={() => after && onCandidate(after.id)}
              >
                <ChevronRight aria-hidden size={16} />
              </Button>
            </>
          )}
          <Button kind="quiet" label="Close" hint="Close (Esc)" testid="sql-close" onPress={onClose}>
            <X aria-hidden size={16} />
          </Button>
        </span>
      </header>
      {at >= 0 && <Body key={`${run.id} ${id}`} {...props} />}
    </section>
  );
}

function Body({ backend, connection, catalog, run, candidate: id }: Props) {
  const candidate = run.candidates.find((c) => c.id === id);
  const judged = run.judged[id];
  const sql = candidate?.sql ?? "";
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

  if (!candidate) return null;
  const changed = written !== null && text !== written;
  return (
    <div className="panel-body">
      <h3 className="label">Reading</h3>
      <p dir="auto">{candidate.reading}</p>
      <div className="label-row">
        <h3 className="label">SQL</h3>
        <span className="row tight">
          {changed && (
            <Button
              small
              kind="quiet"
              testid="sql-reset"
              hint="The query as it was written"
              onPress={() => begin(written)}
            >
              <RotateCcw aria-hidden size={13} />
              As it was
            </Button>
          )}
          <Button small kind="quiet" testid="sql-format" label="Lay it out" onPress={() => tidy(text)}>
            <AlignLeft aria-hidden size={14} />
          </Button>
          <FasterButton run={run} candidate={changed ? "" : id} sql={changed ? text : sql} />
          <CopyButton small text={() => text || sql} what="SQL" label="Copy" testid="copy-sql" />
          <Button
            small
            kind={changed ? "primary" : "plain"}
            testid="sql-run"
            hint="Runs it as it stands here; it can only read, and the answer stays as it is (Ctrl+Enter)"
            disabled={
              trial.running ? "It is running." : text.trim() === "" ? "There is no SQL to run." : null
            }
            onPress={() => trial.run(text)}
          >
            <Play aria-hidden size={13} />
            {trial.running ? "Running…" : "Run"}
          </Button>
        </span>
      </div>
      {written === null ? (
        <Skeleton lines={6} label="Laying out the SQL" />
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
          <h3 className="label">Words it uses</h3>
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
          <h3 className="label">What was found about it</h3>
          <Findings findings={judged.findings} />
        </>
      )}
      <details className="reason-more" data-testid="sql-details">
        <summary>Details</summary>
        <p className="quiet-text">
          Written by “{candidate.generator}”, which thought it {percent(candidate.belief)} as likely to be
          right as its best.
        </p>
        {judged && judged.parts.length > 0 && (
          <>
            <h3 className="label">Score {Math.round(judged.score * 10) / 10}</h3>
            <dl className="word-list score">
              {judged.parts.map((part) => (
                <div key={part.name}>
                  <dt>
                    {part.points > 0 ? "+" : ""}
                    {Math.round(part.points * 10) / 10} {part.name.replaceAll("_", " ")}
                  </dt>
                  <dd>{part.why}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </details>
    </div>
  );
}
