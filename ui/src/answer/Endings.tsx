// Runs that end without an answer.
import { CircleSlash, Lightbulb, OctagonX, Play, RotateCcw, Unplug } from "lucide-react";
import type { Declined, Problem } from "../contract";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { Button } from "../ui/Button";
import { others } from "./beside";
import { OtherList } from "./Others";
import { Unused, type Words } from "./Unused";
import "../text/en/answerMore";

export function DeclinedCard(props: {
  run: Run;
  declined: Declined;
  onAsk: (question: string) => void;
  /** It becomes the answer. */
  onChoose(candidate: string): Promise<Problem | null>;
  /** Null where nothing can be said of its words any more. */
  words: Words | null;
}) {
  const { run, declined, onAsk, onChoose, words } = props;
  const found = others(run, null);
  const looking = run.state === "running" && run.candidates.length > 0;
  return (
    <article className="ending" data-testid="declined" tabIndex={-1} aria-label={t("answer.endings.none")}>
      <CircleSlash aria-hidden size={20} className="ending-icon" />
      <div className="ending-body">
        {/* It names the missing words itself. */}
        <p className="sentence small">{declined.message}</p>
        <p className={looking ? "quiet-text" : "offscreen"} role="status">
          {looking && t("answer.endings.closestSoon")}
        </p>
        {found.length > 0 && (
          <section className="others" data-testid="closest" aria-labelledby={`closest-${run.id}`}>
            <h2 className="others-title" id={`closest-${run.id}`}>
              {t("answer.endings.closest")}
            </h2>
            <OtherList run={run} found={found} onChoose={onChoose} />
          </section>
        )}
        {run.state !== "running" && found.length === 0 && declined.suggestions.length > 0 && (
          <>
            <p className="quiet-text with-icon">
              <Lightbulb aria-hidden size={14} /> {t("answer.endings.instead")}
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
        {words && <Unused {...words} words={declined.missing} />}
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
      aria-label={props.interrupted ? t("answer.endings.interrupted") : t("answer.endings.stopped")}
    >
      <Icon aria-hidden size={20} className="ending-icon" />
      <div className="ending-body">
        <p className="sentence small">
          {props.interrupted ? t("answer.endings.interruptedSays") : t("answer.endings.stoppedSays")}
        </p>
        <p className="quiet-text">
          {props.far ?? t("answer.endings.begun")}
          {props.onGoOn && ` ${props.far ? t("answer.endings.goOnFrom") : t("answer.endings.goOnAnew")}`}
        </p>
        <div className="row">
          {props.onGoOn && (
            <Button small kind="primary" testid="go-on" disabled={props.disabled} onPress={props.onGoOn}>
              <Play aria-hidden size={14} />
              {t("answer.endings.goOn")}
            </Button>
          )}
          <Button small disabled={props.disabled} onPress={props.onAgain}>
            <RotateCcw aria-hidden size={14} />
            {t("answer.endings.again")}
          </Button>
        </div>
      </div>
    </article>
  );
}
