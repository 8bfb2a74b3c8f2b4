// What happened, what it means, what to do, and the details to copy.
import { OctagonAlert, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import type { Problem } from "../contract";
import { t } from "../text";
import { Button } from "./Button";
import { CopyButton } from "./Copy";
import "../text/en/ui";

export function ProblemView(props: {
  problem: Problem;
  onRetry?: () => void;
  retryLabel?: string;
  compact?: boolean;
  /** Beside "Try again". */
  other?: ReactNode;
}) {
  const { problem, onRetry, retryLabel = t("common.tryAgain") } = props;
  return (
    <div className={`problem ${props.compact ? "compact" : ""}`} role="alert" data-testid="problem">
      <OctagonAlert aria-hidden className="problem-icon" size={props.compact ? 16 : 20} />
      <div className="problem-body">
        <p className="problem-message">{problem.message}</p>
        {problem.hint && <p className="problem-hint">{problem.hint}</p>}
        {problem.detail && (
          <details className="problem-detail">
            <summary>{t("common.details")}</summary>
            <pre>{problem.detail}</pre>
            <CopyButton
              small
              text={() => report(problem)}
              what={t("common.details")}
              label={t("ui.problem.copyDetails")}
            />
          </details>
        )}
        {onRetry && (
          <div className="row">
            <Button small onPress={onRetry}>
              <RotateCcw aria-hidden size={14} />
              {retryLabel}
            </Button>
            {props.other}
          </div>
        )}
      </div>
    </div>
  );
}

function report(problem: Problem): string {
  return [problem.message, problem.hint, `Code: ${problem.code}`, problem.detail].filter(Boolean).join("\n");
}
