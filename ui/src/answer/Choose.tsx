// Makes another result of the run its answer. The button of the one that is shown stays, so that the focus does, too.
import { Check } from "lucide-react";
import { useState } from "react";
import type { Problem } from "../contract";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";

const CHOSEN = "The answer is now the reading you chose. It is kept as your example.";

interface Props {
  cluster: string;
  candidate: string;
  /** It is the answer on screen. */
  shown: boolean;
  /** What went wrong, or null. */
  onChoose(candidate: string): Promise<Problem | null>;
}

export function Choose({ cluster, candidate, shown, onChoose }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const choose = async () => {
    setBusy(true);
    const trouble = await onChoose(candidate);
    setProblem(trouble);
    if (!trouble) announce(CHOSEN);
    setBusy(false);
  };
  return (
    <div className="choose">
      <Button
        small
        className={shown ? "choose-shown" : ""}
        testid={`choose-${cluster}`}
        label={shown ? `Shown: result ${cluster}` : `Show this one: result ${cluster}`}
        hint="It becomes the answer, and your example for similar questions"
        disabled={shown ? "It is the answer above." : busy ? "It is being kept." : null}
        onPress={() => void choose()}
      >
        {shown && <Check aria-hidden size={14} />}
        {shown ? "Shown" : "Show this one"}
      </Button>
      {problem && <ProblemView compact problem={problem} onRetry={() => void choose()} />}
    </div>
  );
}
