// While it works: what is being tried, the best so far, and the way to stop with what was found.
import { LoaderCircle, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { Trans } from "../text/Trans";
import { duration } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import type { Job } from "./job";
import { times } from "./words";
import "../text/en/fasterMore";

export function Working({ job, onStop }: { job: Extract<Job, { is: "working" }>; onStop: () => void }) {
  const { trying, finishing } = job;
  const best = trying?.best ?? null;
  return (
    <section
      className="about-card faster-working"
      aria-label={t("faster.working.label")}
      data-testid="faster-working"
    >
      <div className="faster-now">
        <LoaderCircle className="spin" aria-hidden size={20} />
        <div>
          <p className="faster-doing" role="status" data-testid="faster-doing">
            {finishing ? t("faster.working.finishing") : doing(trying?.doing)}
          </p>
          <p className="quiet-text">
            {trying !== null &&
              trying.tried > 0 &&
              `${t("faster.working.tried", { tried: trying.tried, most: trying.of })} `}
            <Clock since={job.since} />
          </p>
        </div>
      </div>
      {trying !== null && trying.of > 0 && (
        <progress
          className="faster-progress"
          aria-label={t("faster.working.ways")}
          max={trying.of}
          value={Math.min(trying.tried, trying.of)}
        />
      )}
      <div className="faster-best" data-testid="faster-best">
        <h2 className="label">{t("faster.working.best")}</h2>
        {best === null ? (
          <p className="quiet-text">{t("faster.working.noBest")}</p>
        ) : (
          <>
            <p>
              <Trans
                i18nKey="faster.working.about"
                values={{ times: times(best) }}
                components={{ strong: <strong /> }}
              />
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
          hint={finishing ? t("faster.working.stopNowHint") : t("faster.working.stopHint")}
          onPress={onStop}
        >
          <Square aria-hidden size={13} />
          {finishing ? t("faster.working.stopNow") : t("common.stop")}
        </Button>
      </div>
    </section>
  );
}

function doing(words: string | undefined): string {
  return words ? `${words.replace(/\.$/, "")}…` : t("faster.working.reading");
}

/** Seconds since it began; not read out, since it changes all the time. */
function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const ms = Math.max(0, now - since);
  const whole = Math.floor(ms / 1_000) * 1_000;
  return <span aria-hidden>{whole > 0 && t("faster.working.time", { time: duration(whole) })}</span>;
}
