// Calls to models of one part of a run: a line, and, opened, each of them; one press more, what was sent and what came back.
import { House, MoveUpRight, Sparkles } from "lucide-react";
import { useState } from "react";
import { asProblem, type Backend } from "../backend/backend";
import type { LedgerEntry, ModelCall, Problem } from "../contract";
import { count, duration } from "../format/cell";
import { costWords, FAILURES, purposeWords, tokensIn } from "../models/words";
import { Exact } from "../privacy/Preview";
import { ProblemView } from "../ui/ProblemView";
import { callWentOut, leftOutWords, sumWords } from "./callWords";

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
          {sumWords(calls).join(" · ")} · {out ? "left this computer" : "stayed on this computer"}
        </span>
      </summary>
      <div className="calls-place">
        <table className="calls-table">
          <thead>
            <tr>
              <th scope="col">For</th>
              <th scope="col">Model</th>
              <th scope="col">Where</th>
              <th scope="col" className="num">
                Tokens
              </th>
              <th scope="col" className="num">
                Cost
              </th>
              <th scope="col" className="num">
                Time
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
      <summary>What was sent, and the replies</summary>
      {problem && <ProblemView compact problem={problem} onRetry={() => void look()} />}
      {found?.length === 0 && (
        <p className="quiet-text">The ledger has no text of these calls: nothing was sent for them.</p>
      )}
      {found?.map((entry) => (
        <section key={entry.number} aria-label={`Request ${entry.number}`}>
          <p className="with-icon">
            <b>{purposeWords(entry.purpose)}</b>
            <span className="quiet-text">{entry.model}</span>
          </p>
          <Exact title="Instructions" text={entry.system} />
          <Exact title="Question and data" text={entry.user} />
          {entry.ended.kind === "replied" && <Exact title="Reply" text={entry.ended.text} />}
          {entry.ended.kind === "failed" && (
            <p className="quiet-text">No reply: {FAILURES[entry.ended.failure.kind]}.</p>
          )}
        </section>
      ))}
    </details>
  );
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
            {call.cached ? "kept reply" : out ? "left" : call.leaves ? "not sent" : "here"}
          </span>
        </td>
        <td className="num">
          {failure
            ? ""
            : `${count(tokensIn(usage))} + ${count(usage.output)}${usage.cached > 0 ? ` (${count(usage.cached)} kept)` : ""}`}
        </td>
        <td className="num">{failure ? "" : call.cached ? "no cost" : costWords(call.cost)}</td>
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
            <b>{FAILURES[failure.kind]}</b>: <span dir="auto">{failure.message}</span> {failure.hint} Askwell
            went on without it.
          </td>
        </tr>
      )}
    </>
  );
}
