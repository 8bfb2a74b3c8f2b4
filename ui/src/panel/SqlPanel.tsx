// The SQL of one candidate: laid out, coloured, with its reading and what was found about it.
import { X } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { Problem } from "../contract";
import { FasterButton } from "../faster/Offer";
import { percent } from "../format/cell";
import { Findings } from "../pipeline/Findings";
import type { Run } from "../run/reduce";
import { attemptNumber } from "../run/stages";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";

const SqlText = lazy(() => import("./SqlText"));

interface Props {
  backend: Backend;
  connection: string;
  run: Run;
  candidate: string;
  onClose(): void;
}

export function SqlPanel({ backend, connection, run, candidate: id, onClose }: Props) {
  const candidate = run.candidates.find((c) => c.id === id);
  const judged = run.judged[id];
  const sql = candidate?.sql ?? "";
  const [formatted, setFormatted] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  useEffect(() => {
    let gone = false;
    setFormatted(null);
    setProblem(null);
    backend.formatSql(connection, sql).then(
      (text) => !gone && setFormatted(text),
      (error: unknown) => {
        if (gone) return;
        // What cannot be laid out is shown as it was written.
        setFormatted(sql);
        setProblem(asProblem(error));
      },
    );
    return () => {
      gone = true;
    };
  }, [backend, connection, sql]);

  return (
    <section className="sql-panel" aria-label={`SQL of attempt ${attemptNumber(id)}`} data-testid="sql-panel">
      <header className="panel-head">
        <div>
          <h2 className="panel-title">
            {candidate ? `Attempt ${attemptNumber(id)}` : "There is no such attempt"}
            {run.answer?.candidate === id && <span className="tag strong">the answer</span>}
          </h2>
        </div>
        <Button kind="quiet" label="Close" hint="Close (Esc)" testid="sql-close" onPress={onClose}>
          <X aria-hidden size={16} />
        </Button>
      </header>
      {candidate && (
        <div className="panel-body">
          <h3 className="label">Reading</h3>
          <p dir="auto">{candidate.reading}</p>
          <div className="label-row">
            <h3 className="label">SQL</h3>
            <div className="row">
              <FasterButton run={run} candidate={id} sql={sql} />
              <CopyButton small text={() => formatted ?? sql} what="SQL" label="Copy" testid="copy-sql" />
            </div>
          </div>
          {formatted === null ? (
            <Skeleton lines={6} label="Laying out the SQL" />
          ) : (
            <Suspense fallback={<pre className="code plain">{formatted}</pre>}>
              <SqlText text={formatted} dialect={run.header?.dialect ?? null} />
            </Suspense>
          )}
          {problem && <ProblemView compact problem={problem} />}
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
              Written by “{candidate.generator}”, which thought it {percent(candidate.belief)} likely to be
              right before it was run.
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
      )}
    </section>
  );
}
