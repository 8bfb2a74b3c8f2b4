// While a run is under way: what it does now, in plain words, for how long, and the search itself as it grows.
import { type ReactNode, useEffect, useState } from "react";
import { duration } from "../format/cell";
import type { Run } from "../run/reduce";
import { progressWords } from "../run/stages";
import { t } from "../text";
import "../text/en/ask";

const TICK_MS = 200;

export function Running({ run, children }: { run: Run; children?: ReactNode }) {
  const [ms, setMs] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setMs(performance.now() - begun), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className="arena-place running" aria-label={t("ask.running.progress")} data-testid="running">
      <div className="running-line">
        <span className="running-words" role="status" aria-live="polite" data-testid="stage-words">
          {progressWords(run)}…
        </span>
        <span className="running-time" aria-hidden>
          {ms > 900 ? duration(ms) : ""}
        </span>
      </div>
      <div className="running-search">{children}</div>
    </section>
  );
}
