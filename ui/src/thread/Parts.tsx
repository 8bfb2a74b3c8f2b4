// A turn that asks several things, as a small graph: each part a node, a line to it from the part that it speaks of, and at
// the end how they were joined. A node opens the part's own answer, and how it was reached.
import { ChevronRight, CornerDownRight, Equal } from "lucide-react";
import { useId, useState } from "react";
import type { Answer, PlanPart } from "../contract";
import { How } from "../how/How";
import { ResultGrid } from "../grid/ResultGrid";
import type { Run } from "../run/reduce";
import { list, t } from "../text";
import { said } from "./said";
import "../text/en/thread";

export function Parts({ run }: { run: Run }) {
  const parts = run.plan?.parts ?? [];
  if (parts.length === 0) return null;
  return (
    <section className="parts" aria-label={t("thread.parts.title")} data-testid="parts">
      <ol className="plain-list">
        {parts.map((part, n) => (
          <Node
            key={n}
            number={n + 1}
            part={part}
            run={run.parts[n] ?? null}
            over={run.state !== "running"}
          />
        ))}
      </ol>
      {run.answer && <Together answer={run.answer} />}
    </section>
  );
}

/** How the parts became one answer; the query of all of them, where one says it. */
function Together({ answer }: { answer: Answer }) {
  const combined = answer.combined ?? null;
  if (!combined) return null;
  const one = combined.by !== "chain" && combined.by !== "list";
  return (
    <div className="together" data-testid="together">
      <Equal aria-hidden size={16} className="understood-mark" />
      <div>
        <p dir="auto">{combined.how}</p>
        {one && (
          <details className="reason-more">
            <summary>{t("thread.parts.together")}</summary>
            <pre className="code plain" dir="ltr">
              {answer.sql}
            </pre>
          </details>
        )}
      </div>
    </div>
  );
}

interface NodeProps {
  number: number;
  part: PlanPart;
  /** Null while it is worked on. */
  run: Run | null;
  over: boolean;
}

function Node({ number, part, run, over }: NodeProps) {
  const [open, setOpen] = useState(false);
  const [finding, setFinding] = useState(false);
  const inside = useId();
  const behind = part.needs.map((n) => String(n + 1));
  const answer = run?.answer ?? null;
  const state = run ? said(run) : over ? t("thread.parts.notReached") : t("thread.parts.underWay");
  return (
    <li className={`turn part ${open ? "open" : ""} ${behind.length > 0 ? "behind" : ""}`} data-testid="part">
      <button
        type="button"
        className="turn-toggle"
        aria-expanded={open}
        aria-controls={inside}
        aria-disabled={answer ? undefined : true}
        title={answer ? undefined : state}
        onClick={() => answer && setOpen(!open)}
      >
        {behind.length > 0 ? (
          <CornerDownRight aria-hidden size={16} className="understood-mark" />
        ) : (
          <ChevronRight aria-hidden size={16} className="turn-chevron" />
        )}
        <span className="turn-words">
          <span className="turn-question" dir="auto">
            {number}. {part.question}
            {behind.length > 0 && (
              <span className="part-behind">
                {" "}
                {t("thread.parts.behind", {
                  parts: list(behind, "unit"),
                })}
              </span>
            )}
            {part.when && (
              <span className="part-behind">
                {" "}
                {part.when.not
                  ? t("thread.parts.unless", { says: part.when.says })
                  : t("thread.parts.onlyIf", { says: part.when.says })}
              </span>
            )}
          </span>
          <span className="part-sentence" dir="auto">
            {state}
          </span>
        </span>
      </button>
      <div id={inside}>
        {open && run && answer && (
          <>
            <ResultGrid
              result={answer.result}
              label={t("thread.parts.rows", { number })}
              finding={finding}
              onFinding={setFinding}
              dialect={run.header?.dialect ?? null}
            />
            <How run={run} answer={answer} />
            <details className="reason-more" data-testid="part-sql">
              <summary>SQL</summary>
              <pre className="code plain" dir="ltr">
                {answer.sql}
              </pre>
            </details>
          </>
        )}
      </div>
    </li>
  );
}
