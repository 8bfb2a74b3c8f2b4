// What a turn was understood as, and what it takes from earlier ones. It can be changed in place and asked so.
import { CornerDownRight, Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Follow } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import "../text/en/thread";

interface Props {
  question: string;
  follows: Follow;
  /** Why nothing can be asked now. */
  disabled: string | null;
  onAsk(question: string): void;
  /** The same words with nothing before them. */
  onAlone(): void;
}

export function Understood({ question, follows, disabled, onAsk, onAlone }: Props) {
  const [text, setText] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const editing = text !== null;
  useEffect(() => {
    if (editing) field.current?.focus();
  }, [editing]);
  return (
    <section className="understood" aria-label={t("thread.understood.title")} data-testid="understood">
      <CornerDownRight aria-hidden size={16} className="understood-mark" />
      {text === null ? (
        <p className="understood-words">
          <span className="reading-label">{t("thread.understood.as")}</span>{" "}
          <span dir="auto" data-testid="understood-words">
            {question}
          </span>
          {follows.takes.length > 0 && (
            <span className="understood-takes">
              {t("thread.understood.takes", { what: follows.takes.join("; ") })}
            </span>
          )}
        </p>
      ) : (
        <form
          className="understood-form"
          onSubmit={(e) => {
            e.preventDefault();
            if (text.trim() === "" || disabled) return;
            setText(null);
            onAsk(text.trim());
          }}
        >
          <input
            ref={field}
            className="input"
            dir="auto"
            aria-label={t("thread.understood.inFull")}
            data-testid="understood-input"
            value={text}
            onChange={(e) => setText(e.target.value)}
            onKeyDown={(e) => {
              if (e.key !== "Escape") return;
              e.preventDefault();
              setText(null);
            }}
          />
          <Button
            small
            kind="primary"
            testid="understood-ask"
            disabled={disabled ?? (text.trim() === "" ? t("thread.understood.sayFirst") : null)}
            onPress={() => {
              setText(null);
              onAsk(text.trim());
            }}
          >
            {t("thread.understood.ask")}
          </Button>
        </form>
      )}
      {text === null && (
        <span className="understood-buttons">
          <Button small kind="quiet" testid="understood-edit" onPress={() => setText(question)}>
            <Pencil aria-hidden size={13} /> {t("thread.understood.change")}
          </Button>
          <Button
            small
            kind="quiet"
            testid="understood-alone"
            disabled={disabled}
            hint={t("thread.understood.newTopicHint")}
            onPress={onAlone}
          >
            {t("thread.understood.newTopic")}
          </Button>
        </span>
      )}
    </section>
  );
}
