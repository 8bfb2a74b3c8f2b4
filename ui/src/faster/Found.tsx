// What came of it. First the answer: how much faster, and that the rows are the same; below it how.
import { BadgeCheck, Check, Info, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Trans } from "../text/Trans";
import type { Backend } from "../backend/backend";
import type { Optimisation, Problem, Variant } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import type { Job } from "./job";
import { Parts } from "./Parts";
import { Plans } from "./Plans";
import { SideBySide } from "./SideBySide";
import { Tried } from "./Tried";
import type { Faster } from "./useFaster";
import { proofMore } from "./proof";
import { BY_RULES, bestOf, ending, nothing, proofWords, spread, times } from "./words";
import "../text/en/faster";
import "../text/en/fasterMore";

type Done = Extract<Job, { is: "done" }>;

export function Found({ backend, job, faster }: { backend: Backend; job: Done; faster: Faster }) {
  const { found } = job;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const best = bestOf(found);
  if (best?.gain && best.proof)
    return (
      <>
        <section className="about-card" aria-label={t("faster.whatFound")} data-testid="faster-won">
          <h2 className="faster-headline" ref={heading} tabIndex={-1}>
            <Trans
              i18nKey="faster.found.headline"
              values={{ times: times(best.gain.speedup) }}
              components={{ figure: <span className="faster-figure" /> }}
            />
          </h2>
          <p className="faster-spread">{spread(best.gain)}</p>
          <p className="faster-proof" data-testid="faster-proof">
            <BadgeCheck aria-hidden size={18} />
            <span title={proofMore(best.proof)}>{proofWords(best.proof)}</span>
          </p>
          <RestsOn best={best} />
          <h3 className="label">
            {best.changes.length === 1 ? t("faster.found.changed") : t("faster.found.changedInOrder")}
          </h3>
          <Changes best={best} />
          {found.stopped && <p className="quiet-text">{t("faster.found.stopped")}</p>}
          <Keep job={job} best={best} faster={faster} />
        </section>
        <SideBySide
          backend={backend}
          connection={job.from.connection}
          before={found.before}
          after={best.sql}
        />
        <More found={found} proof={proofMore(best.proof)} />
      </>
    );
  return (
    <>
      <section className="about-card" aria-label={t("faster.whatFound")} data-testid="faster-nothing">
        <h2 className="faster-headline plain" ref={heading} tabIndex={-1}>
          {ending(found)}
        </h2>
        <p>{found.refused === "" ? nothing(found) : found.refused}</p>
      </section>
      <pre className="code plain">{found.before}</pre>
      <More found={found} proof={null} />
    </>
  );
}

function RestsOn({ best }: { best: Variant }) {
  const { rests_on = [], open = "" } = best.proof ?? {};
  const notes = open === "" ? rests_on : [...rests_on, open];
  if (notes.length === 0) return null;
  return (
    <ul className="notes" aria-label={t("faster.found.rests")}>
      {notes.map((note) => (
        <li key={note}>
          <Info aria-hidden size={14} />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}

function Changes({ best }: { best: Variant }) {
  const counted = best.changes.map((change, n) => ({ ...change, n }));
  const List = counted.length === 1 ? "ul" : "ol";
  return (
    <>
      {best.by !== BY_RULES && <p>{t("faster.writtenBy", { writer: best.by })}</p>}
      {counted.length > 0 && (
        <List className={counted.length === 1 ? "plain-list" : "faster-changes"} data-testid="faster-changes">
          {counted.map((change) => (
            <li key={change.n}>{change.says}</li>
          ))}
        </List>
      )}
    </>
  );
}

function Keep({ job, best, faster }: { job: Done; best: Variant; faster: Faster }) {
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const once = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
    // The button that was pressed is gone; whoever uses the keyboard goes on beside it.
    place.current?.focus();
  };
  const { kept } = job;
  return (
    <>
      <div className="row faster-verbs" ref={place} tabIndex={-1}>
        {job.from.run !== null &&
          (kept ? (
            <>
              <span className="tag strong faster-kept-tag" data-testid="faster-is-kept">
                <Check aria-hidden size={13} /> {t("faster.found.kept")}
              </span>
              <Button
                testid="faster-take-back"
                disabled={busy ? t("faster.found.moment") : null}
                onPress={() => void once(async () => setTrouble(await faster.takeBack(kept.question)))}
              >
                <Undo2 aria-hidden size={14} />
                {t("faster.takeBack")}
              </Button>
            </>
          ) : (
            <Button
              kind="primary"
              testid="faster-keep"
              hint={t("faster.found.keepHint")}
              disabled={busy ? t("faster.found.moment") : null}
              onPress={() => void once(faster.keep)}
            >
              {t("faster.found.keep")}
            </Button>
          ))}
        <CopyButton
          text={() => best.sql}
          what={t("faster.found.newSql")}
          label={t("faster.found.copyNew")}
          testid="faster-copy"
        />
      </div>
      {kept && <p className="quiet-text">{t("faster.found.keptSays")}</p>}
      {job.from.run === null && <p className="quiet-text">{t("faster.found.noQuestion")}</p>}
      {(job.problem ?? trouble) && <ProblemView compact problem={(job.problem ?? trouble) as Problem} />}
    </>
  );
}

function More({ found, proof }: { found: Optimisation; proof: string | null }) {
  return (
    <>
      <Parts parts={found.parts} />
      <Plans before={found.plan_before} after={found.plan_after} />
      {(found.advice ?? []).length > 0 && (
        <section className="about-card" aria-label={t("faster.found.advice")} data-testid="faster-advice">
          <h2 className="about-heading">{t("faster.found.advice")}</h2>
          <p className="quiet-text">{t("faster.found.adviceSays")}</p>
          {(found.advice ?? []).map((advice) => (
            <div key={advice.sql} className="faster-advised">
              <p>{advice.effect ? `${advice.why} ${advice.effect}` : advice.why}</p>
              <div className="faster-advised-sql">
                <code>{advice.sql}</code>
                <CopyButton
                  small
                  text={() => advice.sql}
                  what={t("faster.found.adviceCopied")}
                  label={t("common.copy")}
                />
              </div>
            </div>
          ))}
        </section>
      )}
      {found.attempts.length > 0 && (
        <details className="about-card faster-more" data-testid="faster-tried">
          <summary>{t("faster.found.tried", { count: found.attempts.length })}</summary>
          {proof && <p className="quiet-text">{proof}</p>}
          <Tried found={found} />
        </details>
      )}
    </>
  );
}
