// How far preparing is: calm and small, under the question or at the head of the explorer.
import { CirclePause, CirclePlay, Loader, OctagonX, Square } from "lucide-react";
import { useEffect, useRef } from "react";
import { got } from "../app/load";
import type { State } from "../app/state";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { phaseWords, progressParts } from "./words";
import "../text/en/prepare";

interface Props {
  state: State;
  /** What the person can do meanwhile. */
  says: string;
  /** Shown only if it takes longer than a moment. */
  calm?: boolean;
  onPause(paused: boolean): void;
  onStop(): void;
  onAgain(): void;
}

export function Preparing({ state, says, calm, onPause, onStop, onAgain }: Props) {
  const { prepared, progress } = state;
  const cancelled = prepared.is === "failed" && prepared.problem.code === "cancelled";
  useEnding(prepared.is, cancelled);
  if ((got(state.opened)?.catalog.tables.length ?? 0) === 0) return null;
  if (cancelled) {
    return (
      <section
        className="preparing"
        aria-label={t("prepare.name")}
        data-testid="preparing"
        data-state="stopped"
      >
        <p className="preparing-line">
          <OctagonX aria-hidden size={15} className="preparing-icon" />
          <span className="preparing-words">
            <b>{t("prepare.stopped")}</b> {t("prepare.stoppedSays")}
          </span>
          <Button small testid="prepare-again" onPress={onAgain}>
            <CirclePlay aria-hidden size={14} />
            {t("prepare.goOn")}
          </Button>
        </p>
      </section>
    );
  }
  if (prepared.is !== "loading" || !progress) return null;
  const parts = progressParts(progress);
  return (
    <section
      className={`preparing ${calm ? "late" : ""}`}
      aria-label={t("prepare.name")}
      data-testid="preparing"
      data-state={progress.paused ? "paused" : "running"}
    >
      <div className="preparing-line">
        {progress.paused ? (
          <CirclePause aria-hidden size={15} className="preparing-icon" />
        ) : (
          <Loader aria-hidden size={15} className="preparing-icon spin" />
        )}
        <span className="preparing-words">
          <b>{phaseWords(progress)}</b>
        </span>
        {progress.phase === "read" && (
          <span className="row tight">
            <Button small kind="quiet" testid="prepare-pause" onPress={() => onPause(!progress.paused)}>
              {progress.paused ? <CirclePlay aria-hidden size={14} /> : <CirclePause aria-hidden size={14} />}
              {progress.paused ? t("prepare.goOn") : t("prepare.pause")}
            </Button>
            <Button small kind="quiet" testid="prepare-stop" onPress={onStop}>
              <Square aria-hidden size={12} />
              {t("common.stop")}
            </Button>
          </span>
        )}
      </div>
      <progress
        className="preparing-bar"
        aria-label={t("prepare.ready")}
        aria-valuetext={parts.join(", ")}
        max={progress.of}
        value={progress.done}
      />
      <div className="preparing-foot">
        <p className="preparing-parts">{parts.join(" · ")}</p>
        <p className="preparing-says">{says}</p>
      </div>
    </section>
  );
}

/** Says the end aloud, once. */
function useEnding(is: string, cancelled: boolean) {
  const before = useRef(is);
  useEffect(() => {
    if (before.current === "loading" && is === "ready") announce(t("prepare.allReady"));
    if (before.current === "loading" && cancelled) announce(t("prepare.wasStopped"));
    before.current = is;
  }, [is, cancelled]);
}
