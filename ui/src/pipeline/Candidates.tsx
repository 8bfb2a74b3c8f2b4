// One card a query: who wrote it, how it reads, and what running it came to.
import { Check, CircleDashed, Crown, LoaderCircle, Wrench, X } from "lucide-react";
import type { Candidate, Judged } from "../contract";
import { duration, percent, plural } from "../format/cell";
import type { Run } from "../run/reduce";
import { attemptNumber } from "../run/stages";
import { ClusterBadge } from "./Clusters";
import { enoughWords } from "./callWords";
import { Findings } from "./Findings";

const LINES = 3;

export function Candidates({ run, onSql }: { run: Run; onSql: (candidate: string) => void }) {
  const winner = run.answer?.candidate ?? run.selection?.winner ?? null;
  return (
    <>
      {run.enough && (
        <p className="quiet-text" data-testid="enough">
          {enoughWords(run.enough)}
        </p>
      )}
      <ul className="plain-list cards">
        {run.candidates.map((candidate) => (
          <li key={candidate.id}>
            <Card
              run={run}
              candidate={candidate}
              judged={run.judged[candidate.id] ?? null}
              won={candidate.id === winner}
              onSql={() => onSql(candidate.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface CardProps {
  run: Run;
  candidate: Candidate;
  judged: Judged | null;
  won: boolean;
  onSql(): void;
}

function Card({ run, candidate, judged, won, onSql }: CardProps) {
  const cluster = run.clusters.find((c) => c.members.includes(candidate.id));
  const repaired = run.repairs.some((r) => r.candidate === candidate.id && r.worked);
  const lines = candidate.sql.trim().split("\n");
  const failure = judged?.outcome.kind === "failed" ? judged.outcome.finding : null;
  const findings = judged?.findings.filter((f) => !failure || f.message !== failure.message) ?? [];
  return (
    <article
      className={`card ${won ? "won" : ""}`}
      aria-label={`Attempt ${attemptNumber(candidate.id)}`}
      data-testid={`candidate-${candidate.id}`}
    >
      <header className="card-head">
        <h4 className="card-name">Attempt {attemptNumber(candidate.id)}</h4>
        {won && (
          <span className="won-mark">
            <Crown aria-hidden size={13} /> the answer
          </span>
        )}
        {cluster && <ClusterBadge id={cluster.id} />}
      </header>
      <p className="card-reading" dir="auto">
        {candidate.reading}
      </p>
      <button
        type="button"
        className="card-sql"
        onClick={onSql}
        aria-label={`Show the SQL of attempt ${attemptNumber(candidate.id)}`}
      >
        <code>
          {lines.slice(0, LINES).join("\n")}
          {lines.length > LINES && " …"}
        </code>
      </button>
      {failure && <Findings findings={[failure]} />}
      {findings.length > 0 && <Findings findings={findings} />}
      <footer className="card-foot">
        <Came judged={judged} over={run.state !== "running"} />
        {repaired && (
          <span className="with-icon">
            <Wrench aria-hidden size={13} /> repaired
          </span>
        )}
        <span className="grow" />
        <details className="card-more">
          <summary>Details</summary>
          <p>
            Written by “{candidate.generator}”, which thought it {percent(candidate.belief)} likely to be
            right before it was run.
          </p>
        </details>
      </footer>
    </article>
  );
}

function Came({ judged, over }: { judged: Judged | null; over: boolean }) {
  if (!judged) {
    return over ? (
      <span className="with-icon">
        <CircleDashed aria-hidden size={13} /> not tried
      </span>
    ) : (
      <span className="with-icon">
        <LoaderCircle aria-hidden size={13} className="spin" /> waiting
      </span>
    );
  }
  const { outcome } = judged;
  switch (outcome.kind) {
    case "ran":
      return (
        <span className="with-icon tone-good">
          <Check aria-hidden size={13} />
          {outcome.result.truncated ? "over " : ""}
          {plural(outcome.rows, "row")} in {duration(outcome.ms)}
        </span>
      );
    case "failed":
      return (
        <span className="with-icon tone-bad">
          <X aria-hidden size={13} /> failed after {duration(outcome.ms)}
        </span>
      );
    case "not_run":
      return (
        <span className="with-icon">
          <CircleDashed aria-hidden size={13} /> not run
        </span>
      );
  }
}
