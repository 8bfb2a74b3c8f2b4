// Keeps an answer in view, among the pinned ones.
import { shortcut } from "../app/commands";
import { Pin } from "lucide-react";
import { useState } from "react";
import type { Problem } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/answerMore";

interface Props {
  pinned: boolean;
  /** What went wrong, or null. */
  onPin(pinned: boolean): Promise<Problem | null>;
}

export function PinButton({ pinned, onPin }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const press = async () => {
    const trouble = await onPin(!pinned);
    setProblem(trouble);
    if (!trouble) announce(pinned ? t("answer.pin.notPinned") : t("answer.pin.nowPinned"));
  };
  return (
    <>
      <Button
        small
        kind="quiet"
        testid="pin"
        pressed={pinned}
        hint={pinned ? t("answer.pin.pinnedHint") : t("answer.pin.pinHint", { keys: shortcut("pins") })}
        onPress={() => void press()}
      >
        <Pin aria-hidden size={15} fill={pinned ? "currentColor" : "none"} />
        {pinned ? t("answer.pin.pinned") : t("answer.pin.pin")}
      </Button>
      {problem && (
        <div className="right-problem">
          <ProblemView compact problem={problem} onRetry={() => void press()} />
        </div>
      )}
    </>
  );
}
