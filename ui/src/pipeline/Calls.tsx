// Calls to models of one part of the pipeline: a line, and, opened, each of them.
import { House, MoveUpRight, Sparkles } from "lucide-react";
import type { ModelCall } from "../contract";
import { count, duration } from "../format/cell";
import { costWords, FAILURES, purposeWords, tokensIn } from "../models/words";
import { callWentOut, sumWords } from "./callWords";

export function Calls({ calls, part }: { calls: readonly ModelCall[]; part: string }) {
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
