// Runs that end without an answer.
import { CircleSlash, Lightbulb, OctagonX, Play, RotateCcw, Unplug } from "lucide-react";
import type { Declined } from "../contract";
import { Button } from "../ui/Button";

export function DeclinedCard({ declined, onAsk }: { declined: Declined; onAsk: (question: string) => void }) {
  return (
    <article className="ending" data-testid="declined" aria-label="No answer">
      <CircleSlash aria-hidden size={20} className="ending-icon" />
      <div className="ending-body">
        {/* It names the missing words itself. */}
        <p className="sentence small">{declined.message}</p>
        {declined.suggestions.length > 0 && (
          <>
            <p className="quiet-text with-icon">
              <Lightbulb aria-hidden size={14} /> It can answer, for example:
            </p>
            <ul className="plain-list chips">
              {declined.suggestions.map((suggestion) => (
                <li key={suggestion}>
                  <button type="button" className="chip" dir="auto" onClick={() => onAsk(suggestion)}>
                    {suggestion}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </article>
  );
}

export function StoppedCard(props: {
  interrupted: boolean;
  /** Null where nothing of it is finished. */
  far: string | null;
  onAgain: () => void;
  /** Null where there is nothing to go on with: the person stopped it. */
  onGoOn: (() => void) | null;
  disabled: string | null;
}) {
  const Icon = props.interrupted ? Unplug : OctagonX;
  return (
    <article
      className="ending"
      data-testid="stopped"
      aria-label={props.interrupted ? "Interrupted" : "Stopped"}
    >
      <Icon aria-hidden size={20} className="ending-icon" />
      <div className="ending-body">
        <p className="sentence small">
          {props.interrupted
            ? "This question was cut off before there was an answer."
            : "Stopped before there was an answer."}
        </p>
        <p className="quiet-text">
          {props.far ?? "It had only just begun."}
          {props.onGoOn &&
            (props.far
              ? " “Go on” picks up after the last finished step; “Ask again” starts over."
              : " “Go on” starts it again.")}
        </p>
        <div className="row">
          {props.onGoOn && (
            <Button small kind="primary" testid="go-on" disabled={props.disabled} onPress={props.onGoOn}>
              <Play aria-hidden size={14} />
              Go on
            </Button>
          )}
          <Button small disabled={props.disabled} onPress={props.onAgain}>
            <RotateCcw aria-hidden size={14} />
            Ask again
          </Button>
        </div>
      </div>
    </article>
  );
}
