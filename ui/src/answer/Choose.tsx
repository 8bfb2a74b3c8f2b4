// Another result of the run: to look at, which changes nothing, or to use, which makes it the answer and is remembered.
// The button of the one that is shown stays, so that the focus does, too.
import { Check, Eye } from "lucide-react";
import { useState } from "react";
import type { Problem } from "../contract";
import type { Run } from "../run/reduce";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Preview } from "./Preview";

const CHOSEN = "The answer is now the reading you chose. It is kept as your example.";

interface Props {
  run: Run;
  cluster: string;
  candidate: string;
  /** It is the answer on screen. */
  shown: boolean;
  /** What went wrong, or null. */
  onChoose(candidate: string): Promise<Problem | null>;
}

export function Choose({ run, cluster, candidate, shown, onChoose }: Props) {
  const [busy, setBusy] = useState(false);
  const [looking, setLooking] = useState(false);
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
      {!shown && (
        <Button
          small
          kind="quiet"
          testid={`preview-${cluster}`}
          label={`Preview: result ${cluster}`}
          hint="Only to look at: nothing is changed or remembered"
          onPress={() => setLooking(true)}
        >
          <Eye aria-hidden size={14} />
          Preview
        </Button>
      )}
      <Button
        small
        className={shown ? "choose-shown" : ""}
        testid={`choose-${cluster}`}
        label={shown ? `The answer: result ${cluster}` : `Use this reading: result ${cluster}`}
        hint="It becomes the answer, and your example for similar questions"
        disabled={shown ? "It is the answer above." : busy ? "It is being kept." : null}
        onPress={() => void choose()}
      >
        {shown && <Check aria-hidden size={14} />}
        {shown ? "The answer" : "Use this reading"}
      </Button>
      {looking && <Preview run={run} candidate={candidate} onClose={() => setLooking(false)} />}
      {problem && <ProblemView compact problem={problem} onRetry={() => void choose()} />}
    </div>
  );
}
