// While a run is under way: what it does now, in plain words, and for how long.
import { useEffect, useState } from "react";
import { duration } from "../format/cell";
import type { Run } from "../run/reduce";
import { progressWords, STAGES } from "../run/stages";

const TICK_MS = 200;

export function Running({ run }: { run: Run }) {
  const [ms, setMs] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setMs(performance.now() - begun), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const now = run.visits.at(-1)?.stage;
  const at = STAGES.findIndex((s) => s.stage === now);
  return (
    <div className="running" data-testid="running">
      <div className="running-line">
        <span className="running-words" role="status" aria-live="polite" data-testid="stage-words">
          {progressWords(run)}…
        </span>
        <span className="running-time" aria-hidden>
          {ms > 900 ? duration(ms) : ""}
        </span>
      </div>
      <div className="running-track" aria-hidden>
        {STAGES.map((s, n) => (
          <span key={s.stage} className={n < at ? "past" : n === at ? "now" : ""} />
        ))}
      </div>
    </div>
  );
}
