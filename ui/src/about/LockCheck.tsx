// "Try to break it": the read-only self-test, live, and what held each attempt.
import { Check as Tick, LockKeyhole, RotateCcw, Search, ShieldAlert, ShieldCheck } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { Input, Radio, RadioGroup, SearchField } from "react-aria-components";
import type { Attempt } from "../contract";
import { count, duration } from "../format/cell";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { AttemptList } from "./AttemptList";
import { attemptsOf, type Check, LOCKS, type Sieve, sift, tally } from "./attempts";
import type { Checking } from "./useLockCheck";
import "../text/en/about";

export function LockCheckPane({ checking }: { checking: Checking }) {
  const { check, start, stop } = checking;
  const attempts = attemptsOf(check);
  useEnding(check);
  return (
    <section
      className="about-card"
      aria-labelledby="lock-heading"
      data-testid="lock-check"
      data-state={check.is}
    >
      <header className="about-card-head">
        <div>
          <h2 id="lock-heading" className="about-heading">
            <LockKeyhole aria-hidden size={17} />
            {t("about.lock.title")}
          </h2>
          <p className="quiet-text">{t("about.lock.says")}</p>
        </div>
        {check.is === "running" ? (
          <Button testid="lock-stop" onPress={stop}>
            {t("common.stop")}
          </Button>
        ) : (
          <Button kind={check.is === "idle" ? "primary" : "plain"} testid="lock-start" onPress={start}>
            {check.is !== "idle" && <RotateCcw aria-hidden size={14} />}
            {check.is === "idle" ? t("about.lock.start") : t("common.tryAgain")}
          </Button>
        )}
      </header>
      {check.is === "running" && <Running attempts={attempts} />}
      {check.is === "stopped" && (
        <p className="about-note" role="status">
          {t("about.lock.stopped", { count: attempts.length })}
        </p>
      )}
      {check.is === "failed" && <ProblemView compact problem={check.problem} />}
      {check.is === "done" && (
        <Verdict
          through={check.check.through}
          of={attempts.length}
          unchanged={check.check.unchanged}
          ms={check.check.ms}
        />
      )}
      <Locks check={check} />
      {check.is === "done" && check.check.missing && (
        <p className="about-note" data-testid="walls-missing">
          {check.check.missing}
        </p>
      )}
      {attempts.length > 0 && check.is !== "running" && <Attempts attempts={attempts} />}
    </section>
  );
}

function Running({ attempts }: { attempts: readonly Attempt[] }) {
  const last = attempts.at(-1);
  const { through } = tally(attempts);
  return (
    <div className="lock-running">
      <div className="lock-running-line" role="status">
        <progress aria-label={t("about.lock.attacking")} />
        <span>
          {t("about.lock.soFar", {
            count: attempts.length,
            through:
              through === 0 ? t("about.lock.noneThrough") : t("about.lock.someThrough", { count: through }),
          })}
        </span>
      </div>
      {last && (
        <p className="lock-last">
          <span className="attempt-name">{last.name}</span> <code dir="ltr">{last.sql}</code>
        </p>
      )}
    </div>
  );
}

function Verdict({
  through,
  of,
  unchanged,
  ms,
}: {
  through: number;
  of: number;
  unchanged: boolean;
  ms: number;
}) {
  const held = through === 0 && unchanged;
  const Icon = held ? ShieldCheck : ShieldAlert;
  return (
    <div className={`verdict ${held ? "whole" : "broken"}`} data-testid="verdict">
      <Icon aria-hidden size={34} strokeWidth={1.75} />
      <div>
        <p className="verdict-figure">{t("about.lock.verdict", { count: through, of })}</p>
        <p className="verdict-says">
          {unchanged ? (
            <>
              <Tick aria-hidden size={14} strokeWidth={3} /> {t("about.lock.unchanged")}
            </>
          ) : (
            t("about.lock.changed")
          )}{" "}
          <span className="verdict-ms">{duration(ms)}</span>
        </p>
      </div>
    </div>
  );
}

function Locks({ check }: { check: Check }) {
  const counts = tally(attemptsOf(check));
  return (
    <ul className="plain-list locks">
      {LOCKS.map(({ lock, name, says }, n) => (
        <li key={lock} className="lock">
          <span className="lock-number" aria-hidden>
            {n + 1}
          </span>
          <span className="lock-words">
            <span className="lock-name">
              {name}
              {check.is !== "idle" && (
                <span className="lock-count">{t("about.lock.held", { n: counts[lock] })}</span>
              )}
            </span>
            <span className="choice-says">{says}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const SIEVES: readonly { sieve: Sieve; name: string }[] = [
  { sieve: "all", name: t("about.lock.all") },
  { sieve: "statement", name: t("about.lock.statement") },
  { sieve: "connection", name: t("about.lock.connection") },
  { sieve: "limits", name: t("about.lock.limits") },
  { sieve: "walls", name: t("about.lock.process") },
  { sieve: "through", name: t("about.lock.through") },
];

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const counts = { all: attempts.length, ...tally(attempts) };
  const [sieve, setSieve] = useState<Sieve>("all");
  const [words, setWords] = useState("");
  const shown = sift(attempts, sieve, useDeferredValue(words));
  return (
    <div className="attempts" data-testid="attempts">
      <div className="attempts-bar">
        <RadioGroup
          className="segments"
          aria-label={t("about.lock.which")}
          orientation="horizontal"
          value={sieve}
          onChange={(value) => setSieve(value as Sieve)}
        >
          {SIEVES.map((item) => (
            <Radio
              key={item.sieve}
              value={item.sieve}
              className="segment"
              data-testid={`sieve-${item.sieve}`}
            >
              {item.name} <span className="segment-count">{count(counts[item.sieve])}</span>
            </Radio>
          ))}
        </RadioGroup>
        <SearchField
          className="search attempts-search"
          aria-label={t("about.lock.search")}
          value={words}
          onChange={setWords}
        >
          <Search aria-hidden size={14} />
          <Input className="search-input" placeholder={t("about.lock.search")} />
        </SearchField>
      </div>
      {shown.length === 0 ? (
        <p className="about-note">
          {sieve === "through" && words === "" ? t("about.lock.nothingThrough") : t("about.lock.none")}
        </p>
      ) : (
        <AttemptList attempts={shown} />
      )}
    </div>
  );
}

/** Says the end aloud, once. */
function useEnding(check: Check) {
  const before = useRef(check.is);
  useEffect(() => {
    if (before.current === "running" && check.is === "done")
      announce(t("about.lock.ended", { count: check.check.through, of: check.check.attempts.length }));
    before.current = check.is;
  }, [check]);
}
