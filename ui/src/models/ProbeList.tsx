// What "Test" comes to: each step as it passes; at the one that fails, what it means and one thing to try.
import { Check, Circle, Loader, Minus, X } from "lucide-react";
import { list, t } from "../text";
import { FailureView } from "./FailureView";
import { type ProbeRow, rows } from "./provider";
import type { Test } from "./useProviderForm";
import "../text/en/modelsMore";

const ICONS = { passed: Check, failed: X, now: Loader, waiting: Circle, "not taken": Minus } as const;

export function ProbeList({ test }: { test: Test }) {
  const all = rows(test.plan, test.taken, test.running);
  const left = all.filter((r) => r.state === "not taken").map((r) => t(`models.probe.within.${r.step}`));
  const broken = all.find((r) => r.failure !== null);
  return (
    <section
      className="steps-pane"
      aria-label={t("models.probe.label")}
      data-testid="test"
      data-ended={test.ended ?? "running"}
    >
      <ol className="plain-list step-list" aria-live="polite">
        {all
          .filter((r) => r.state !== "not taken")
          .map((row) => (
            <Line key={row.step} row={row} />
          ))}
        {left.length > 0 && (
          <li className="step-line not-taken">
            <span className="step-icon">
              <Minus aria-hidden size={14} strokeWidth={2.5} />
            </span>
            <span className="step-rest">{t("models.probe.notTried", { steps: list(left, "unit") })}</span>
          </li>
        )}
      </ol>
      {broken?.failure && <FailureView failure={broken.failure} />}
      {test.ended === "passed" && (
        <p className="good-line" role="status">
          <Check aria-hidden size={16} /> {t("models.probe.passed")}
        </p>
      )}
      {test.ended === "stopped" && (
        <p className="quiet-text" role="status">
          {t("models.probe.stopped")}
        </p>
      )}
    </section>
  );
}

function Line({ row }: { row: ProbeRow }) {
  const Icon = ICONS[row.state];
  return (
    <li
      className={`step-line probe ${row.state.replace(" ", "-")}`}
      data-testid={`probe-${row.step}`}
      data-state={row.state}
    >
      <span className="step-icon">
        <Icon aria-hidden size={14} className={row.state === "now" ? "spin" : ""} strokeWidth={2.5} />
      </span>
      <span className="step-name">
        {row.state === "passed"
          ? t(`models.probe.done.${row.step}`)
          : row.state === "now"
            ? t(`models.probe.now.${row.step}`)
            : t(`models.probe.name.${row.step}`)}
        {row.state === "failed" && <span className="step-tag"> {t("models.probe.notPassed")}</span>}
      </span>
      <span className="step-found" dir="auto" title={row.found}>
        {row.found}
      </span>
    </li>
  );
}
