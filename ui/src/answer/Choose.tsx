// Another result of the run: to look at, which changes nothing, or to use, which makes it the answer and is remembered.
// The button of the one that is shown stays, so that the focus does, too.
import { Check, Eye } from "lucide-react";
import { useState } from "react";
import type { Problem } from "../contract";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Preview } from "./Preview";
import "../text/en/answerMore";

interface Props {
  run: Run;
  cluster: string;
  candidate: string;
  /** It is the answer on screen. */
  shown: boolean;
  /** In the short list beside the answer, where the same result may stand a second time: the reading, which names it there. */
  beside?: string;
  /** What went wrong, or null. */
  onChoose(candidate: string): Promise<Problem | null>;
}

export function Choose({ run, cluster, candidate, shown, beside, onChoose }: Props) {
  const place = beside === undefined ? "" : "other-";
  const named = beside ?? t("answer.choose.result", { id: cluster });
  const [busy, setBusy] = useState(false);
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const choose = async () => {
    setBusy(true);
    const trouble = await onChoose(candidate);
    setProblem(trouble);
    if (!trouble) announce(t("answer.choose.chosen"));
    setBusy(false);
  };
  return (
    <div className="choose">
      {!shown && (
        <Button
          small
          kind="quiet"
          testid={`${place}preview-${cluster}`}
          label={t("answer.choose.previewOf", { named })}
          hint={t("answer.choose.previewHint")}
          onPress={() => setLooking(true)}
        >
          <Eye aria-hidden size={14} />
          {t("answer.choose.preview")}
        </Button>
      )}
      <Button
        small
        className={shown ? "choose-shown" : ""}
        testid={`${place}choose-${cluster}`}
        label={shown ? t("answer.choose.usedOf", { named }) : t("answer.choose.useOf", { named })}
        hint={t("answer.choose.useHint")}
        disabled={shown ? t("answer.choose.usedSays") : busy ? t("answer.choose.keeping") : null}
        onPress={() => void choose()}
      >
        {shown && <Check aria-hidden size={14} />}
        {shown ? t("answer.choose.used") : t("answer.choose.use")}
      </Button>
      {looking && <Preview run={run} candidate={candidate} onClose={() => setLooking(false)} />}
      {problem && <ProblemView compact problem={problem} onRetry={() => void choose()} />}
    </div>
  );
}
