// That an earlier question's query gave the answer, which one and when, and the way to have it worked out anew.
import { History, RotateCw } from "lucide-react";
import { Trans } from "../text/Trans";
import type { Recalled as Earlier } from "../contract";
import { dates, t } from "../text";
import { Button } from "../ui/Button";
import "../text/en/answerMore";

interface Props {
  earlier: Earlier;
  /** Why it cannot be asked now. */
  disabled: string | null;
  onAnew(): void;
}

export function Recalled({ earlier, disabled, onAnew }: Props) {
  const when = new Intl.DateTimeFormat(dates(), { dateStyle: "medium", timeStyle: "short" }).format(
    earlier.at,
  );
  return (
    <div className="recalled" data-testid="recalled">
      <History aria-hidden size={15} />
      <p>
        <Trans
          i18nKey="answer.recalled.says"
          values={{ when }}
          components={{ q: <q dir="auto">{earlier.question}</q> }}
        />
      </p>
      <Button
        small
        testid="ask-anew"
        disabled={disabled}
        hint={t("answer.recalled.anewHint")}
        onPress={onAnew}
      >
        <RotateCw aria-hidden size={14} />
        {t("answer.recalled.anew")}
      </Button>
    </div>
  );
}
