// One attempt: who wrote it, how it reads the question, what it came to, how it was mended, and the calls behind it.
import { Code } from "lucide-react";
import type { Outcome } from "../contract";
import { duration, percent } from "../format/cell";
import { figures } from "../format/numbers";
import { Findings } from "../pipeline/Findings";
import { list, t } from "../text";
import { Button } from "../ui/Button";
import { Dot } from "./Dot";
import type { PartProps } from "./Inspector";
import { MarkedQuestion } from "./MatchPart";
import { Press } from "./Press";
import { RepairTree } from "./RepairTree";
import "../text/en/arena";

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
        {t("arena.tries.writtenBy", {
          who: list(attempt.writers.map((w) => w.name)),
        })}
      </p>
      <p dir="auto">{candidate.reading}</p>
      {candidate.uses.length > 0 && <MarkedQuestion run={run} candidate={id} />}
      <p>
        <b>{outcomeWords(outcome, attempt.came, run.state === "running")}</b>
        {attempt.result && (
          <>
            {": "}
            <Press onPress={() => onThing({ is: "result", id: attempt.result ?? "" })}>
              {t("arena.ofResult", { id: attempt.result })}
            </Press>
          </>
        )}
      </p>
      {findings.length > 0 && <Findings findings={findings} />}
      <p>
        <Button small testid="attempt-sql" onPress={() => onSql(id)}>
          <Code aria-hidden size={14} />
          {t("arena.tries.showSql")}
        </Button>
      </p>
      {repairs.length > 0 && <RepairTree repairs={repairs} />}
      <details className="reason-more">
        <summary>{t("common.details")}</summary>
        <p className="quiet-text">
          {t("arena.tries.madeBy", { generator: candidate.generator, belief: percent(candidate.belief) })}
        </p>
        {judged && judged.parts.length > 0 && (
          <table className="plain-table" aria-label={t("arena.tries.scored")}>
            <thead>
              <tr>
                <th scope="col">{t("arena.tries.counts")}</th>
                <th scope="col" className="num">
                  {t("arena.tries.points", { count: Math.round(judged.score) })}
                </th>
              </tr>
            </thead>
            <tbody>
              {judged.parts.map((part) => (
                <tr key={part.name}>
                  <td>{part.why || part.name.replaceAll("_", " ")}</td>
                  <td className="num">{points(part.points)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
    </>
  );
}

function outcomeWords(outcome: Outcome | undefined, came: string, running: boolean): string {
  switch (outcome?.kind) {
    case "ran":
      return outcome.rows === 0
        ? t("arena.tries.ranEmpty", { time: duration(outcome.ms) })
        : t("arena.tries.ran", { time: duration(outcome.ms), came });
    case "failed":
      return t("arena.tries.failed", { time: duration(outcome.ms) });
    default:
      return running ? t("arena.tries.notYet") : t("arena.tries.notRun");
  }
}

function points(value: number): string {
  // Nothing is less than nothing: no "-0".
  const rounded = Math.round(value * 10) / 10 || 0;
  return new Intl.NumberFormat(figures(), { maximumFractionDigits: 1 }).format(rounded);
}
