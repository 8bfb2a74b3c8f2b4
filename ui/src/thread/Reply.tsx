// A question back, with what it may mean as buttons; or a kind word.
import { MessageCircle } from "lucide-react";
import type { Reply } from "../contract";
import { Button } from "../ui/Button";

interface Props {
  reply: Reply;
  disabled: string | null;
  onAsk(question: string): void;
  onAnyway(question: string): void;
}

export function ReplyCard({ reply, disabled, onAsk, onAnyway }: Props) {
  const { choices, anyway } = reply;
  return (
    <article
      className="ending"
      data-testid="reply"
      aria-label={choices.length > 0 ? "A question back" : "Reply"}
    >
      <MessageCircle aria-hidden size={20} className="ending-icon" />
      <div className="ending-body">
        <p className="sentence small">{reply.message}</p>
        {choices.length > 0 && (
          <ul className="plain-list chips" aria-label="What it may mean">
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
        {anyway !== null && (
          <p>
            <Button
              small
              kind="quiet"
              testid="reply-anyway"
              disabled={disabled}
              onPress={() => onAnyway(anyway)}
            >
              Just answer
            </Button>
          </p>
        )}
      </div>
    </article>
  );
}
