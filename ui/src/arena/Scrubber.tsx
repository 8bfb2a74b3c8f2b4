// Back to any moment of the run, and the whole of it played again.
import { Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import type { Event } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { momentWords } from "./moment";
import "../text/en/arena";

interface Props {
  log: readonly Event[];
  /** Moments there are. */
  of: number;
  at: number;
  onAt(at: number): void;
}

/** Played in about this long, however many moments there are. */
const WHOLE_MS = 7_000;
const LEAST_MS = 40;
const MOST_MS = 450;

export function Scrubber({ log, of, at, onAt }: Props) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (at >= of) {
      setPlaying(false);
      return;
    }
    const pause = Math.max(LEAST_MS, Math.min(MOST_MS, WHOLE_MS / of));
    const timer = setTimeout(() => onAt(at + 1), pause);
    return () => clearTimeout(timer);
  }, [playing, at, of, onAt]);
  const words = at >= of ? t("arena.theEnd") : momentWords(log[at - 1]);
  return (
    <div className="scrubber" data-testid="scrubber">
      <Button
        small
        testid="scrub-play"
        label={playing ? t("arena.scrub.pause") : t("arena.scrub.play")}
        onPress={() => {
          if (!playing && at >= of) onAt(0);
          setPlaying(!playing);
        }}
      >
        {playing ? <Pause aria-hidden size={14} /> : <Play aria-hidden size={14} />}
      </Button>
      <input
        type="range"
        className="scrubber-slider"
        data-testid="scrub"
        aria-label={t("arena.scrub.label")}
        aria-valuetext={t("arena.scrub.at", { moment: words, at, of })}
        min={0}
        max={of}
        value={at}
        style={{ "--done": `${(100 * at) / Math.max(1, of)}%` } as React.CSSProperties}
        onChange={(e) => {
          setPlaying(false);
          onAt(Number(e.target.value));
        }}
      />
      <span className="scrubber-words" aria-hidden>
        {words}
      </span>
    </div>
  );
}
