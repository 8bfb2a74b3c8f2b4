// A question back, with what it may mean as buttons; a definition to keep; or a kind word.
import { MessageCircle } from "lucide-react";
import type { Backend } from "../backend/backend";
import type { Reply } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Definition } from "./Definition";
import "../text/en/thread";

interface Props {
  backend: Backend;
  connection: string | null;
  reply: Reply;
  disabled: string | null;
  onAsk(question: string): void;
  onAnyway(question: string): void;
}

export function ReplyCard({ backend, connection, reply, disabled, onAsk, onAnyway }: Props) {
  const { choices, anyway, defines } = reply;
  return (
    <article
      className="ending"
      data-testid="reply"
      aria-label={choices.length > 0 ? t("thread.reply.question") : t("thread.reply.reply")}
    >
      <MessageCircle aria-hidden size={20} className="ending-icon" />
      <div className="ending-body">
        <p className="sentence small">{reply.message}</p>
        {choices.length > 0 && (
          <ul className="plain-list chips" aria-label={t("thread.reply.mayMean")}>
            {choices.map((choice) => (
              <li key={choice.question}>
                <button
                  type="button"
                  className="chip"
                  dir="auto"
                  data-testid="reply-choice"
                  aria-disabled={disabled ? true : undefined}
                  title={disabled ?? choice.question}
                  onClick={() => !disabled && onAsk(choice.question)}
                >
                  {choice.label}
                </button>
              </li>
            ))}
          </ul>
        )}
        {defines && connection !== null && (
          <Definition backend={backend} connection={connection} defined={defines} />
        )}
        {anyway !== null && (
          <p>
            <Button
              small
              kind="quiet"
              testid="reply-anyway"
              disabled={disabled}
              onPress={() => onAnyway(anyway)}
            >
              {t("thread.reply.anyway")}
            </Button>
          </p>
        )}
      </div>
    </article>
  );
}
