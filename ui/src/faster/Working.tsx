// While it works: what is being tried, the best so far, and the way to stop with what was found.
import { LoaderCircle, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { duration } from "../format/cell";
import { Button } from "../ui/Button";
import type { Job } from "./job";
import { times } from "./words";

export function Working({ job, onStop }: { job: Extract<Job, { is: "working" }>; onStop: () => void }) {
  const { trying, finishing } = job;
  const best = trying?.best ?? null;
  return (
    <section
      className="about-card faster-working"
      aria-label="Looking for a faster way"
      data-testid="faster-working"
    >
      <div className="faster-now">
        <LoaderCircle className="spin" aria-hidden size={20} />
        <div>
          <p className="faster-doing" role="status" data-testid="faster-doing">
            {finishing ? "Finishing: what was found is proven and measured." : doing(trying?.doing)}
          </p>
          <p className="quiet-text">
            {trying !== null && trying.tried > 0 && `${trying.tried} of at most ${trying.of} ways tried. `}
            <Clock since={job.since} />
          </p>
        </div>
      </div>
      {trying !== null && trying.of > 0 && (
        <progress
          className="faster-progress"
          aria-label="Ways tried"
          max={trying.of}
          value={Math.min(trying.tried, trying.of)}
        />
      )}
      <div className="faster-best" data-testid="faster-best">
        <h2 className="label">Best so far</h2>
        {best === null ? (
          <p className="quiet-text">Nothing faster yet.</p>
        ) : (
          <>
            <p>
              <strong>About {times(best)} times as fast</strong> in a first run, with the same rows on your
              data.
            </p>
            <ul className="faster-says">
              {(trying?.best_says ?? []).map((says, n) => (
                <li key={n}>{says}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="row">
        <Button
          testid="faster-stop"
          hint={
            finishing
              ? "Ends at once; nothing is offered"
              : "Tries nothing more, and proves and measures the best so far"
          }
          onPress={onStop}
        >
          <Square aria-hidden size={13} />
          {finishing ? "Stop at once" : "Stop"}
        </Button>
      </div>
    </section>
  );
}

function doing(words: string | undefined): string {
  return words ? `${words.replace(/\.$/, "")}…` : "Reading the query…";
}

/** Seconds since it began; not read out, since it changes all the time. */
function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const ms = Math.max(0, now - since);
  return <span aria-hidden>{ms >= 1_000 && `${duration(Math.floor(ms / 1_000) * 1_000)} so far.`}</span>;
}
