// One attempt: who wrote it, how it reads the question, what it came to, how it was mended, and the calls behind it.
import { Code } from "lucide-react";
import { duration, percent, plural } from "../format/cell";
import { Findings } from "../pipeline/Findings";
import { Button } from "../ui/Button";
import { Dot } from "./Dot";
import type { PartProps } from "./Inspector";
import { MarkedQuestion } from "./MatchPart";
import { Press } from "./Press";
import { RepairTree } from "./RepairTree";

export function AttemptPart({ id, run, scene, onThing, onSql }: PartProps & { id: string }) {
  const attempt = scene.attempts.find((a) => a.id === id);
  const candidate = run.candidates.find((c) => c.id === id);
  if (!attempt || !candidate) return null;
  const judged = run.judged[id];
  const outcome = judged?.outcome;
  const failure = outcome?.kind === "failed" ? outcome.finding : null;
  const findings = [
    ...(failure ? [failure] : []),
    ...(judged?.findings.filter((f) => f.message !== failure?.message) ?? []),
  ];
  const repairs = run.repairs.filter((r) => r.candidate === id);
  return (
    <>
      <p className="with-icon">
        <Dot writer={attempt.writer} size={16} solid />
        Written by: {attempt.writers.map((w) => w.name).join(" and ")}
      </p>
      <p dir="auto">{candidate.reading}</p>
      {candidate.uses.length > 0 && <MarkedQuestion run={run} candidate={id} />}
      <p>
        <b>
          {outcome?.kind === "ran"
            ? outcome.rows === 0
              ? `It ran for ${duration(outcome.ms)} and found nothing`
              : `It ran for ${duration(outcome.ms)} and gave ${attempt.came}`
            : outcome?.kind === "failed"
              ? `It failed after ${duration(outcome.ms)}`
              : run.state === "running"
                ? "It has not run yet"
                : "It was not run"}
        </b>
        {attempt.result && (
          <>
            {": "}
            <Press onPress={() => onThing({ is: "result", id: attempt.result ?? "" })}>
              result {attempt.result}
            </Press>
          </>
        )}
      </p>
      {findings.length > 0 && <Findings findings={findings} />}
      <p>
        <Button small testid="attempt-sql" onPress={() => onSql(id)}>
          <Code aria-hidden size={14} />
          Show its SQL
        </Button>
      </p>
      {repairs.length > 0 && <RepairTree repairs={repairs} />}
      <details className="reason-more">
        <summary>Details</summary>
        <p className="quiet-text">
          Made by “{candidate.generator}”, which thought it {percent(candidate.belief)} as likely to be right
          as its best.
        </p>
        {judged && judged.parts.length > 0 && (
          <table className="plain-table" aria-label="How it was scored">
            <thead>
              <tr>
                <th scope="col">What counts</th>
                <th scope="col" className="num">
                  {plural(Math.round(judged.score), "point")}
                </th>
              </tr>
            </thead>
            <tbody>
              {judged.parts.map((part) => (
                <tr key={part.name}>
                  <td>{part.why || part.name.replaceAll("_", " ")}</td>
                  <td className="num">{Math.round(part.points * 10) / 10}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
    </>
  );
}
