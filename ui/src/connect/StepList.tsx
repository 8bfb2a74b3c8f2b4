// What "Test" comes to: each step as it passes; at the one that fails, what it means and one thing to try.
import { Check, Circle, Loader, Minus, ShieldQuestionMark, X } from "lucide-react";
import { duration } from "../format/cell";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { rows, type StepRow } from "./steps";
import type { Test } from "./useConnecting";
import { STEPS } from "./words";

const ICONS = { passed: Check, failed: X, now: Loader, waiting: Circle, "not taken": Minus } as const;

/** The problem about an SSH server that nobody has vouched for yet has its key's fingerprint as its whole detail. */
const FINGERPRINT = /^SHA256:\S+$/;

export function StepList({ test, onTrust }: { test: Test; onTrust: (key: string) => void }) {
  const all = rows(test.plan, test.taken, test.running);
  const list = all.filter((r) => r.state !== "not taken");
  const left = all
    .filter((r) => r.state === "not taken")
    .map((r) => STEPS[r.step].failed.toLocaleLowerCase());
  const broken = all.find((r) => r.problem !== null);
  const key = broken?.step === "tunnel" && broken.problem?.detail?.trim();
  return (
    <section className="steps-pane" aria-label="Test" data-testid="test" data-ended={test.ended ?? "running"}>
      <ol className="plain-list step-list" aria-live="polite">
        {list.map((row) => (
          <Line key={row.step} row={row} />
        ))}
        {left.length > 0 && (
          <li className="step-line not-taken">
            <span className="step-icon">
              <Minus aria-hidden size={14} strokeWidth={2.5} />
            </span>
            <span className="step-rest">Not tried: {left.join(", ")}</span>
          </li>
        )}
      </ol>
      {broken?.problem &&
        (key && FINGERPRINT.test(key) ? (
          <div className="trust-server" role="alert">
            <ShieldQuestionMark aria-hidden size={20} className="trust-icon" />
            <div className="problem-body">
              <p className="problem-message">{broken.problem.message}</p>
              {broken.problem.hint && <p className="problem-hint">{broken.problem.hint}</p>}
              <p className="path" data-testid="fingerprint">
                {key}
              </p>
              <div className="row">
                <Button testid="trust-server" onPress={() => onTrust(key)}>
                  Trust this server
                </Button>
              </div>
            </div>
          </div>
        ) : (
          <ProblemView compact problem={broken.problem} />
        ))}
      {test.ended === "passed" && test.then === null && (
        <p className="good-line" role="status">
          <Check aria-hidden size={16} /> Everything works. Connect when you like.
        </p>
      )}
      {test.ended === "stopped" && (
        <p className="quiet-text" role="status">
          Stopped.
        </p>
      )}
    </section>
  );
}

function Line({ row }: { row: StepRow }) {
  const Icon = ICONS[row.state];
  const words = STEPS[row.step];
  return (
    <li
      className={`step-line ${row.state.replace(" ", "-")}`}
      data-testid={`step-${row.step}`}
      data-state={row.state}
    >
      <span className="step-icon">
        <Icon aria-hidden size={14} className={row.state === "now" ? "spin" : ""} strokeWidth={2.5} />
      </span>
      <span className="step-name">
        {row.state === "passed" ? words.done : row.state === "now" ? `${words.now}…` : words.failed}
        {row.state === "failed" && <span className="step-tag"> did not pass</span>}
      </span>
      <span className="step-found" dir="auto" title={row.found}>
        {row.found}
      </span>
      <span className="step-ms">{row.ms !== null && duration(row.ms)}</span>
    </li>
  );
}
