// Questions that this answer allows; each runs when it is pressed.
import { useEffect, useState } from "react";
import type { Backend } from "../backend/backend";
import type { Choice } from "../contract";
import { t } from "../text";
import "../text/en/thread";

interface Props {
  backend: Backend;
  connection: string;
  run: string;
  disabled: string | null;
  onAsk(question: string): void;
}

export function FollowUps({ backend, connection, run, disabled, onAsk }: Props) {
  const [choices, setChoices] = useState<Choice[]>([]);
  useEffect(() => {
    let gone = false;
    // They are an offer; without them the question box is as useful.
    backend.followUps(connection, run).then(
      (list) => !gone && setChoices(list),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [backend, connection, run]);
  if (choices.length === 0) return null;
  return (
    <section className="follow-ups" aria-label={t("thread.followUps.title")}>
      <ul className="plain-list chips">
        {choices.map((choice) => (
          <li key={choice.question}>
            <button
              type="button"
              className="chip"
              dir="auto"
              data-testid="follow-up"
              aria-disabled={disabled ? true : undefined}
              title={disabled ?? undefined}
              onClick={() => !disabled && onAsk(choice.question)}
            >
              {choice.label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
