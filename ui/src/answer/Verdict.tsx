// The person's own word on an answer: it is right. Kept as an example for similar questions until it is taken back.
import { Check, CircleCheckBig, Scale, Square } from "lucide-react";
import { useState } from "react";
import type { Problem } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/answerMore";

interface Props {
  /** As it is kept. */
  verified: boolean;
  /** It was said before the database changed. */
  stale: boolean;
  /** Why its query cannot run again now. */
  cannot: string | null;
  /** Its query runs on the data as it is now, and both results are shown. What went wrong, or null. */
  onCheck(): Promise<Problem | null>;
  checking: boolean;
  onStopCheck(): void;
  /** Why it cannot be said now. */
  disabled: string | null;
  /** What went wrong, or null. */
  onVerify(right: boolean): Promise<Problem | null>;
}

export function Verdict(props: Props) {
  const { verified, stale, disabled, cannot, checking, onCheck, onStopCheck, onVerify } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ told: Problem; again(): void } | null>(null);
  const check = async () => {
    const told = await onCheck();
    setProblem(told && { told, again: () => void check() });
  };
  const say = async () => {
    setBusy(true);
    const trouble = await onVerify(!verified);
    setProblem(trouble && { told: trouble, again: () => void say() });
    if (!trouble) announce(verified ? t("answer.verdict.takenBack") : t("answer.verdict.kept"));
    setBusy(false);
  };
  return (
    <>
      <Button
        small
        kind="quiet"
        className="right-word"
        testid="verdict"
        pressed={verified}
        disabled={disabled ?? (busy ? t("answer.choose.keeping") : null)}
        hint={verified ? t("answer.verdict.keptHint") : t("answer.verdict.rightHint")}
        onPress={() => void say()}
      >
        {verified ? <CircleCheckBig aria-hidden size={15} /> : <Check aria-hidden size={15} />}
        {t("answer.verdict.right")}
      </Button>
      {verified && (
        <span className="right-kept" data-testid="verdict-kept">
          {stale ? t("answer.verdict.stale") : t("answer.verdict.kept")}
        </span>
      )}
      {verified && stale && (
        <Button
          small
          testid="verdict-check"
          disabled={checking ? null : cannot}
          hint={checking ? t("answer.verdict.stopHint") : t("answer.verdict.checkHint")}
          onPress={() => (checking ? onStopCheck() : void check())}
        >
          {checking ? <Square aria-hidden size={12} /> : <Scale aria-hidden size={14} />}
          {checking ? t("answer.verdict.stop") : t("answer.verdict.check")}
        </Button>
      )}
      {problem && (
        <div className="right-problem">
          <ProblemView compact problem={problem.told} onRetry={problem.again} />
        </div>
      )}
    </>
  );
}
