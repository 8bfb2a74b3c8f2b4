// Keeps an answer in view, among the pinned ones.
import { shortcut } from "../app/commands";
import { Pin } from "lucide-react";
import { useState } from "react";
import type { Problem } from "../contract";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";

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
    if (!trouble) announce(pinned ? "No longer pinned." : "Pinned.");
  };
  return (
    <>
      <Button
        small
        kind="quiet"
        testid="pin"
        pressed={pinned}
        hint={
          pinned
            ? "Press again to take it off the pinned answers"
            : `Keeps it among the pinned answers (${shortcut("pins")})`
        }
        onPress={() => void press()}
      >
        <Pin aria-hidden size={15} fill={pinned ? "currentColor" : "none"} />
        {pinned ? "Pinned" : "Pin"}
      </Button>
      {problem && (
        <div className="right-problem">
          <ProblemView compact problem={problem} onRetry={() => void press()} />
        </div>
      )}
    </>
  );
}
