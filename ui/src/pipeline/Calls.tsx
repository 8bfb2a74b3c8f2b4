// Calls to models of one part of a run: a line, and, opened, each of them; one press more, what was sent and what came back.
import { House, MoveUpRight, Sparkles } from "lucide-react";
import { useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { LedgerEntry, ModelCall, Problem, Usage } from "../contract";
import { duration } from "../format/cell";
import { costWords, FAILURES, purposeWords, tokensIn } from "../models/words";
import { Exact } from "../privacy/Preview";
import { t } from "../text";
import { ProblemView } from "../ui/ProblemView";
import { callWentOut, leftOutWords, sumWords } from "./callWords";
import "../text/en/pipeline";

interface Props {
  backend: Backend;
  connection: string;
  run: string;
  calls: readonly ModelCall[];
  part: string;
}

export function Calls({ calls, part, ...from }: Props) {
  if (calls.length === 0) return null;
  const out = calls.some(callWentOut);
  return (
    <details className="calls" data-testid={`calls-${part}`}>
      <summary className="calls-line">
        <Sparkles aria-hidden size={13} className="calls-icon" />
        <span>
          {sumWords(calls).join(" · ")} · {out ? t("pipeline.calls.left") : t("pipeline.calls.stayed")}
        </span>
      </summary>
      <div className="calls-place">
        <table className="calls-table">
          <thead>
            <tr>
              <th scope="col">{t("pipeline.calls.for")}</th>
              <th scope="col">{t("pipeline.calls.model")}</th>
              <th scope="col">{t("pipeline.calls.where")}</th>
              <th scope="col" className="num">
                {t("pipeline.calls.tokens")}
              </th>
              <th scope="col" className="num">
                {t("pipeline.calls.cost")}
              </th>
              <th scope="col" className="num">
                {t("pipeline.calls.time")}
              </th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call, n) => (
              <Line key={n} call={call} />
            ))}
          </tbody>
        </table>
      </div>
      <Texts purposes={new Set(calls.map((call) => call.purpose))} {...from} />
    </details>
  );
}

/** So many of the newest entries of the ledger are looked through for the run's. */
const LOOKED_AT = 500;

/** What was sent and what came back, as the ledger has it. */
function Texts(props: Pick<Props, "backend" | "connection" | "run"> & { purposes: ReadonlySet<string> }) {
  const [found, setFound] = useState<readonly LedgerEntry[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const look = async () => {
    setProblem(null);
    try {
      const { entries } = await props.backend.ledger("", props.connection, 0, LOOKED_AT);
      const own = entries.filter((e) => e.run === props.run && props.purposes.has(e.purpose));
      setFound(own.reverse());
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <details
      className="reason-more"
      data-testid="call-texts"
      onToggle={(e) => e.currentTarget.open && found === null && void look()}
    >
      <summary>{t("pipeline.calls.texts")}</summary>
      {problem && <ProblemView compact problem={problem} onRetry={() => void look()} />}
      {found?.length === 0 && <p className="quiet-text">{t("pipeline.calls.noTexts")}</p>}
      {found?.map((entry) => (
        <section key={entry.number} aria-label={t("pipeline.calls.request", { number: entry.number })}>
          <p className="with-icon">
            <b>{purposeWords(entry.purpose)}</b>
            <span className="quiet-text">{entry.model}</span>
          </p>
          <Exact title={t("pipeline.calls.instructions")} text={entry.system} />
          <Exact title={t("pipeline.calls.data")} text={entry.user} />
          {entry.ended.kind === "replied" && (
            <Exact title={t("pipeline.calls.reply")} text={entry.ended.text} />
          )}
          {entry.ended.kind === "failed" && (
            <p className="quiet-text">
              {t("pipeline.calls.noReply", { why: FAILURES[entry.ended.failure.kind] })}
            </p>
          )}
        </section>
      ))}
    </details>
  );
}

function whereWords(call: ModelCall): string {
  if (call.cached) return t("pipeline.calls.keptReply");
  if (callWentOut(call)) return t("pipeline.calls.away");
  return call.leaves ? t("pipeline.calls.notSent") : t("pipeline.calls.here");
}

function tokenWords(usage: Usage): string {
  const parts = { sent: tokensIn(usage), received: usage.output, kept: usage.cached };
  return usage.cached > 0 ? t("pipeline.calls.inAndOutKept", parts) : t("pipeline.calls.inAndOut", parts);
}

function Line({ call }: { call: ModelCall }) {
  const { failure, usage } = call;
  const out = callWentOut(call);
  return (
    <>
      <tr>
        <td>
          {purposeWords(call.purpose)} <span className="quiet-text">{call.purpose}</span>
        </td>
        <td>
          <code>{call.model}</code>
        </td>
        <td>
          <span className={`with-icon ${out ? "tone-warn" : ""}`}>
            {out ? <MoveUpRight aria-hidden size={12} /> : <House aria-hidden size={12} />}
            {whereWords(call)}
          </span>
        </td>
        <td className="num">{failure ? "" : tokenWords(usage)}</td>
        <td className="num">{failure ? "" : costWords(call.cached ? 0 : call.cost)}</td>
        <td className="num">{duration(call.ms)}</td>
      </tr>
      {call.left_out && (
        <tr className="call-short">
          <td colSpan={6}>{leftOutWords(call.left_out)}</td>
        </tr>
      )}
      {failure && (
        <tr className="call-failed">
          <td colSpan={6}>
            <b>{FAILURES[failure.kind]}</b>: <span dir="auto">{failure.message}</span> {failure.hint}{" "}
            {t("pipeline.calls.wentOn")}
          </td>
        </tr>
      )}
    </>
  );
}
