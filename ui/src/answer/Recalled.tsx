// That an earlier question's query gave the answer, which one and when, and the way to have it worked out anew.
import { History, RotateCw } from "lucide-react";
import type { Recalled as Earlier } from "../contract";
import { Button } from "../ui/Button";

interface Props {
  earlier: Earlier;
  /** Why it cannot be asked now. */
  disabled: string | null;
  onAnew(): void;
}

export function Recalled({ earlier, disabled, onAnew }: Props) {
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(
    earlier.at,
  );
  return (
    <div className="recalled" data-testid="recalled">
      <History aria-hidden size={15} />
      <p>
        Answered from an earlier question: <q dir="auto">{earlier.question}</q> ({when}). Its query was run
        again; no model was asked.
      </p>
      <Button
        small
        testid="ask-anew"
        disabled={disabled}
        hint="Works the question out from the start, with models"
        onPress={onAnew}
      >
        <RotateCw aria-hidden size={14} />
        Ask anew
      </Button>
    </div>
  );
}
