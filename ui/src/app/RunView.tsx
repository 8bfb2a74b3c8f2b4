// One turn's run: how far it is, then its answer or its other end, and the way to it.
import { ChevronRight, Swords, Workflow } from "lucide-react";
import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { Trans } from "../text/Trans";
import { AnswerCard } from "../answer/AnswerCard";
import { DeclinedCard, StoppedCard } from "../answer/Endings";
import type { Words } from "../answer/Unused";
import { Running } from "../ask/Running";
import { duration } from "../format/cell";
import { How } from "../how/How";
import { LitPlace } from "../how/lit";
import { normalised } from "../run/question";
import type { Run } from "../run/reduce";
import { howFar, howWords } from "../run/stages";
import { dates, t } from "../text";
import { FollowUps } from "../thread/FollowUps";
import { Parts } from "../thread/Parts";
import { ReplyCard } from "../thread/Reply";
import { Understood } from "../thread/Understood";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { shortcut } from "./commands";
import { got } from "./load";
import type { Props } from "./Main";
import type { State } from "./state";
import "../text/en/app";

const Arena = lazy(() => import("../arena/Arena"));

const moment = new Intl.DateTimeFormat(dates(), { dateStyle: "medium", timeStyle: "short" });

interface RunProps extends Props {
  run: Run;
  /** A turn above the newest one. */
  past: boolean;
  saved: boolean;
  cannot: string | null;
}

export default function RunView(props: RunProps) {
  const { backend, run, saved, past, cannot, verbs, dark, finding, onFinding, pipeline, onPipeline, state } =
    props;
  // Of a turn in parts, each part opens its own.
  const anything = (run.plan !== null && (run.plan.parts ?? []).length === 0) || run.candidates.length > 0;
  const how = howWords(run);
  const hint = run.header?.evidence ?? "";
  // What is asked again stands where it stood.
  const after = run.header?.follows ?? null;
  const follows = run.plan?.follows ?? null;
  const catalog = got(state.opened)?.catalog;
  const words: Words | null =
    state.current !== null && catalog && !past
      ? {
          backend,
          connection: state.current,
          catalog,
          disabled: cannot,
          onAgain: () => verbs.ask(run.question, { hint, after, anew: true }),
        }
      : null;
  const open = pipeline && !past && run.state !== "running";
  // Only an answer has steps; of any other end the search itself is all there is to show.
  const fighting = open && state.current !== null && (props.arena || run.answer === null);
  const arena = useRef<HTMLElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useRefocus(run, whole);
  const steps = useRef<HTMLElement>(null);
  useOpened(pipeline, steps, "show-pipeline");
  const pressed = useOpened(props.arena, arena, "show-arena");
  const search = state.current !== null && (
    <Arena
      backend={backend}
      connection={state.current}
      run={run}
      marked={state.panel}
      onSql={verbs.panel}
      onChoose={(candidate) => verbs.prefer(run.id, candidate)}
      onDrawn={() => {
        // Only now there is as much to scroll as the picture is tall.
        if (pressed.current) arena.current?.scrollIntoView({ block: "start" });
        pressed.current = false;
      }}
    />
  );
  return (
    <LitPlace run={run}>
      <div className="run" ref={whole} data-testid="run-state" data-state={run.state} data-run={run.id}>
        {saved && (
          <p className="saved-line">
            {run.header
              ? t("app.run.savedAt", { when: moment.format(run.header.started) })
              : t("app.run.saved")}
          </p>
        )}
        {hint !== "" && (
          <p className="saved-line" data-testid="run-hint">
            <Trans i18nKey="app.run.hint" values={{ hint }} components={{ q: <q dir="auto" /> }} />
          </p>
        )}
        {follows && run.plan && (
          <Understood
            key={`understood-${run.id}`}
            question={run.plan.question}
            follows={follows}
            disabled={cannot}
            onAsk={(question) => verbs.ask(question, { after: follows.run })}
            onAlone={() => verbs.ask(run.question, { after: null })}
          />
        )}
        <Parts key={`parts-${run.id}`} run={run} />
        {run.reply && (
          <ReplyCard
            key={`reply-${run.id}`}
            backend={backend}
            connection={state.current}
            reply={run.reply}
            disabled={cannot}
            onAsk={(question) => verbs.ask(question, { after })}
            onAnyway={(question) => verbs.ask(question, { after, anyway: true })}
          />
        )}
        {run.state === "running" && !run.declined && (
          <Running key={`running-${run.id}`} run={run}>
            <Suspense fallback={null}>{search}</Suspense>
          </Running>
        )}
        {run.answer && state.current && (
          <AnswerCard
            key={`answer-${run.id}`}
            backend={backend}
            connection={state.current}
            run={run}
            answer={run.answer}
            dark={dark}
            finding={finding && !past}
            onFinding={onFinding}
            onSql={verbs.panel}
            verified={got(state.history)?.some((r) => r.run === run.id && r.verified) ?? false}
            stale={got(state.history)?.some((r) => r.run === run.id && r.stale) ?? false}
            onCheck={() => verbs.check(upTo(state, run))}
            checking={state.checking === run.id}
            onStopCheck={verbs.stopCheck}
            onVerify={(right) => verbs.verify(run.id, right)}
            onChoose={(candidate) => verbs.prefer(run.id, candidate)}
            cannot={cannot}
            onAnew={() => verbs.ask(run.question, { hint, after, anew: true })}
            words={words}
            pinned={got(state.history)?.some((r) => r.run === run.id && r.pinned) ?? false}
            onPin={(pinned) => verbs.pin(run.id, pinned)}
            again={askedBefore(state, run)}
            comparing={state.comparing === run.id}
            onCompare={(open) => verbs.compare(open ? run.id : null)}
          />
        )}
        {run.declined && !run.answer && (
          <DeclinedCard
            run={run}
            declined={run.declined}
            onAsk={(question) => verbs.ask(question, { after })}
            onChoose={(candidate) => verbs.prefer(run.id, candidate)}
            words={words}
          />
        )}
        {run.state === "failed" && run.problem && (
          <ProblemView
            problem={run.problem}
            onRetry={cannot ? undefined : () => verbs.ask(run.question, { hint, after })}
            retryLabel={t("app.run.again")}
          />
        )}
        {(run.state === "stopped" || run.state === "interrupted") && (
          <StoppedCard
            interrupted={run.state === "interrupted"}
            far={howFar(run)}
            disabled={cannot}
            onAgain={() => verbs.ask(run.question, { hint, after })}
            onGoOn={run.state === "interrupted" ? () => verbs.goOn(run.id, run.question) : null}
          />
        )}
        {run.state === "answered" && !past && state.current && (
          <FollowUps
            key={`next-${run.id}`}
            backend={backend}
            connection={state.current}
            run={run.id}
            disabled={cannot}
            onAsk={(question) => verbs.ask(question, { after: run.id })}
          />
        )}
        {run.state === "answered" && past && (
          <p>
            <Button small kind="quiet" testid="branch" onPress={() => verbs.show(upTo(state, run))}>
              {t("app.run.branch")}
            </Button>
          </p>
        )}
        {anything && !past && run.state !== "running" && (
          <section ref={steps} className={`how-place ${open ? "open" : ""}`} aria-label={how}>
            <h2 className="how-heading">
              <button
                type="button"
                className="how-toggle"
                aria-expanded={pipeline}
                aria-controls="pipeline"
                data-testid="show-pipeline"
                onClick={() => onPipeline(!pipeline)}
              >
                <Workflow aria-hidden size={17} />
                <span className="how-toggle-name">{how}</span>
                <span className="how-toggle-says">{summary(run)}</span>
                <ChevronRight aria-hidden size={17} className="how-chevron" />
              </button>
            </h2>
            <div id="pipeline">
              {open && run.answer && (
                <div className="how" data-testid="pipeline">
                  <How run={run} answer={run.answer} />
                  <Button
                    testid="show-arena"
                    expanded={props.arena}
                    controls="arena"
                    hint={t("app.run.searchHint", { keys: shortcut("search") })}
                    onPress={() => props.onArena(!props.arena)}
                  >
                    <Swords aria-hidden size={15} />
                    {props.arena ? t("app.run.hideSearch") : t("app.run.showSearch")}
                  </Button>
                </div>
              )}
            </div>
          </section>
        )}
        <div id="arena" className="arena-hold">
          {fighting && (
            <section ref={arena} className="arena-place" aria-label={t("app.run.search")}>
              <Suspense fallback={<Skeleton lines={5} label={t("app.run.drawing")} />}>{search}</Suspense>
            </section>
          )}
        </div>
      </div>
    </LitPlace>
  );
}

/** A choice among the closest answers, and taking it back, puts another card in place of the one with the focus. */
function useRefocus(run: Run, place: RefObject<HTMLElement | null>) {
  const was = useRef({ id: run.id, chosen: run.chosen });
  useEffect(() => {
    const changed = was.current.id === run.id && was.current.chosen !== run.chosen;
    was.current = { id: run.id, chosen: run.chosen };
    if (changed && run.declined) place.current?.querySelector<HTMLElement>(".answer, .ending")?.focus();
  }, [run.id, run.chosen, run.declined, place]);
}

/** What a press opens below the edge comes into view; what was open before stays where it is. Whether one just did. */
function useOpened(open: boolean, place: RefObject<HTMLElement | null>, toggle: string) {
  const was = useRef(open);
  const pressed = useRef(false);
  useEffect(() => {
    if (open && !was.current) {
      pressed.current = true;
      place.current?.scrollIntoView({ block: "start" });
      // Opened by its keys from elsewhere: the next Tab goes into it.
      const button = place.current?.closest(".run")?.querySelector<HTMLElement>(`[data-testid="${toggle}"]`);
      if (button && document.activeElement !== button) button.focus({ preventScroll: true });
    }
    was.current = open;
  }, [open, place, toggle]);
  return pressed;
}

/** The conversation up to a turn; a question behind it begins a branch. */
function upTo(state: State, run: Run) {
  const at = state.turns.findIndex((turn) => turn.id === run.id);
  const above = at < 0 ? state.turns : state.turns.slice(0, at);
  return [...above, run].map(({ id, question }) => ({ run: id, question }));
}

/** Whether another run of the question was answered. */
function askedBefore(state: State, run: Run): boolean {
  const question = normalised(run.question);
  return (got(state.history) ?? []).some(
    (r) => r.run !== run.id && r.state === "answered" && normalised(r.question) === question,
  );
}

function summary(run: Run): string {
  const parts: string[] = [];
  if (run.candidates.length > 0) parts.push(t("common.queries", { count: run.candidates.length }));
  if (run.clusters.length > 0) parts.push(t("app.run.results", { count: run.clusters.length }));
  if (run.repairs.length > 0) parts.push(t("app.run.repairs", { count: run.repairs.length }));
  if (run.calls.length > 0) parts.push(t("app.run.modelCalls", { count: run.calls.length }));
  if (run.ms !== null) parts.push(duration(run.ms));
  return parts.join(" · ");
}
