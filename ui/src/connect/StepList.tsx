// What "Test" comes to: each step as it passes; at the one that fails, what it means and one thing to try.
import { Check, Circle, Loader, Minus, ShieldQuestionMark, X } from "lucide-react";
import { Trans } from "../text/Trans";
import { duration } from "../format/cell";
import { list, t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { rows, type StepRow } from "./steps";
import type { Test } from "./useConnecting";
import { stepWords } from "./words";
import "../text/en/connectMore";

const ICONS = { passed: Check, failed: X, now: Loader, waiting: Circle, "not taken": Minus } as const;

/** The problem about an SSH server that nobody has vouched for yet has its key's fingerprint as its whole detail. */
const FINGERPRINT = /^SHA256:\S+$/;

export function StepList({ test, onTrust }: { test: Test; onTrust: (key: string) => void }) {
  const all = rows(test.plan, test.taken, test.running);
  const shown = all.filter((r) => r.state !== "not taken");
  const left = all.filter((r) => r.state === "not taken").map((r) => stepWords(r.step).within);
  const broken = all.find((r) => r.problem !== null);
  const key = broken?.step === "tunnel" && broken.problem?.detail?.trim();
  return (
    <section
      className="steps-pane"
      aria-label={t("connect.test.label")}
      data-testid="test"
      data-ended={test.ended ?? "running"}
    >
      <ol className="plain-list step-list" aria-live="polite">
        {shown.map((row) => (
          <Line key={row.step} row={row} />
        ))}
        {left.length > 0 && (
          <li className="step-line not-taken">
            <span className="step-icon">
              <Minus aria-hidden size={14} strokeWidth={2.5} />
            </span>
            <span className="step-rest">{t("connect.test.notTried", { steps: list(left, "unit") })}</span>
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
                  {t("connect.test.trust")}
                </Button>
              </div>
            </div>
          </div>
        ) : (
          <ProblemView compact problem={broken.problem} />
        ))}
      {test.ended === "passed" && test.then === null && (
        <p className="good-line" role="status">
          <Check aria-hidden size={16} /> {t("connect.test.passed")}
        </p>
      )}
      {test.ended === "stopped" && (
        <p className="quiet-text" role="status">
          {t("connect.test.stopped")}
        </p>
      )}
    </section>
  );
}

function Line({ row }: { row: StepRow }) {
  const Icon = ICONS[row.state];
  const words = stepWords(row.step);
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
        {row.state === "passed" && words.done}
        {row.state === "failed" && (
          <Trans
            i18nKey="connect.test.notPassed"
            values={{ step: words.title }}
            components={{ tag: <span className="step-tag" /> }}
          />
        )}
        {row.state === "now" && words.now}
        {(row.state === "waiting" || row.state === "not taken") && words.title}
      </span>
      <span className="step-found" dir="auto" title={row.found}>
        {row.found}
      </span>
      <span className="step-ms">{row.ms !== null && duration(row.ms)}</span>
    </li>
  );
}
