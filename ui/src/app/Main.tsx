// The middle: the question, then the answer, then the way to it; while it is looked for, the search itself.
import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { Trans } from "../text/Trans";
import { type Draft, QuestionBox } from "../ask/QuestionBox";
import { Running } from "../ask/Running";
import type { Backend } from "../backend/backend";
import { SecretPrompt } from "../connect/SecretPrompt";
import type { Connection } from "../contract";
import { FirstChoice } from "../models/FirstChoice";
import type { Models } from "../models/useModels";
import { Preparing } from "../prepare/Preparing";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { Turn } from "../thread/Turn";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { got } from "./load";
import type { State } from "./state";
import type { Verbs } from "./useAskwell";
import "../text/en/app";

const answering = () => import("./RunView");
const RunView = lazy(answering);

const AFTER_PICTURE_MS = 60;

export interface Props {
  backend: Backend;
  state: State;
  verbs: Verbs;
  dark: boolean;
  input: RefObject<HTMLTextAreaElement | null>;
  /** The question that a chip puts into the box again. */
  again: Draft | null;
  finding: boolean;
  onFinding(open: boolean): void;
  pipeline: boolean;
  onPipeline(open: boolean): void;
  arena: boolean;
  onArena(open: boolean): void;
  onEdit(connection: Connection): void;
  onAbout(): void;
  models: Models;
  onSettings(add: "local" | "cloud"): void;
}

export function Main(props: Props) {
  const { state, verbs, input } = props;
  const run = state.run?.run ?? null;
  const opened = got(state.opened);
  const earlier = [...new Set((got(state.history) ?? []).map((r) => r.question))];
  useEnding(run);
  const now = useRef<HTMLHeadingElement>(null);
  useSoon(opened !== null);
  const behind = state.turns.length > 0 ? (run?.id ?? null) : null;
  // The newest turn comes into view, below those before it.
  useEffect(() => {
    if (behind !== null) now.current?.scrollIntoView({ block: "start" });
  }, [behind]);

  if (state.opened.is === "failed") {
    const current = got(state.connections)?.find((c) => c.id === state.current);
    if (current && state.opened.problem.code === "needs_secret") {
      return (
        <div className="main-body centred">
          <SecretPrompt
            key={current.id}
            backend={props.backend}
            connection={current}
            problem={state.opened.problem}
            onUnlock={verbs.unlock}
            onEdit={() => props.onEdit(current)}
          />
        </div>
      );
    }
    return (
      <div className="main-body centred">
        <ProblemView
          problem={state.opened.problem}
          onRetry={verbs.retry}
          other={
            current &&
            !current.sample && (
              <Button small onPress={() => props.onEdit(current)}>
                {t("app.main.edit")}
              </Button>
            )
          }
        />
      </div>
    );
  }
  if (!opened) {
    return (
      <div className="main-body centred">
        {state.connections.is === "failed" ? (
          <ProblemView problem={state.connections.problem} onRetry={verbs.retry} />
        ) : state.connections.is === "ready" && state.opened.is === "idle" ? (
          <p className="quiet-text">{t("app.main.begin")}</p>
        ) : (
          <Skeleton lines={5} label={t("app.main.opening")} />
        )}
      </div>
    );
  }
  const cannot = whyNot(state);
  const fresh = run === null && state.replaying === null;
  const wide =
    run !== null &&
    (run.state === "running" || (props.pipeline && (props.arena || run.state !== "answered")));
  return (
    <div className={`main-body ${fresh ? "fresh" : ""} ${wide ? "wide" : ""}`}>
      {fresh && (
        <header className="welcome">
          <h1 className="welcome-title">
            <Trans
              i18nKey="app.main.ask"
              values={{ name: opened.connection.name }}
              components={{ name: <span dir="auto" /> }}
            />
          </h1>
          <p className="welcome-says">
            {opened.connection.about || t("app.main.ownWords")}{" "}
            {opened.catalog.tables.length > 0 && t("app.main.shown")}
          </p>
          {opened.catalog.tables.some((table) => table.source) && (
            <p>
              <button type="button" className="link" data-testid="see-sources" onClick={props.onAbout}>
                {t("app.main.sources")}
              </button>
            </p>
          )}
        </header>
      )}
      {state.turns.length > 0 && (
        <ol className="plain-list thread" aria-label={t("app.main.earlier")}>
          {state.turns.map((turn) => (
            <Turn key={turn.id} run={turn}>
              <Suspense fallback={<Skeleton lines={5} label={t("app.main.reading")} />}>
                <RunView {...props} run={turn} saved={false} cannot={cannot} past />
              </Suspense>
            </Turn>
          ))}
        </ol>
      )}
      {!fresh && (
        <h1 className="asked" ref={now} dir="auto" data-testid="asked">
          {run?.question ?? opened.connection.name}
        </h1>
      )}
      {state.replaying === "loading" && <Skeleton lines={5} label={t("app.main.replaying")} />}
      {state.replaying !== null && typeof state.replaying === "object" && (
        <ProblemView problem={state.replaying} />
      )}
      {run && state.replaying === null && (
        <Suspense
          fallback={
            run.state === "running" ? (
              <Running run={run} />
            ) : (
              <Skeleton lines={5} label={t("app.main.looking")} />
            )
          }
        >
          <RunView {...props} run={run} saved={state.run?.saved ?? false} cannot={cannot} past={false} />
        </Suspense>
      )}
      <div className={fresh ? "foot" : "foot low"}>
        <QuestionBox
          again={props.again}
          input={input}
          placeholder={run ? t("app.main.goOn") : t("app.main.know")}
          earlier={earlier}
          running={run?.state === "running"}
          disabled={cannot}
          completing={{ backend: props.backend, id: opened.connection.id, catalog: opened.catalog }}
          advised={hasModel(props.models)}
          onAsk={(question, hint) => verbs.ask(question, { hint })}
          onStop={verbs.stop}
        />
        {cannot && state.prepared.is !== "failed" && <p className="quiet-text under-question">{cannot}</p>}
      </div>
      {state.prepared.is === "failed" && state.prepared.problem.code !== "cancelled" && (
        <ProblemView compact problem={state.prepared.problem} onRetry={verbs.retry} />
      )}
      <Preparing
        calm
        state={state}
        says={t("app.main.preparing")}
        onPause={verbs.pause}
        onStop={verbs.stopPreparing}
        onAgain={verbs.prepare}
      />
      {fresh && <Examples state={state} disabled={cannot} onAsk={(question) => verbs.ask(question)} />}
      {fresh && <FirstChoice models={props.models} onSettings={props.onSettings} />}
    </div>
  );
}

function hasModel({ load }: Models): boolean {
  if (load.is !== "ready") return false;
  const { fast, powerful, reasoning } = load.value.tiers;
  return (fast ?? powerful ?? reasoning) !== null;
}

function whyNot(state: State): string | null {
  const opened = got(state.opened);
  if (opened && opened.catalog.tables.length === 0) return t("app.main.noTables");
  if (state.prepared.is === "failed" && state.prepared.problem.code !== "cancelled")
    return t("app.main.unread");
  return null;
}

function Examples({
  state,
  disabled,
  onAsk,
}: {
  state: State;
  disabled: string | null;
  onAsk: (question: string) => void;
}) {
  const examples = got(state.examples) ?? [];
  if (examples.length === 0) return null;
  return (
    <section className="examples" aria-label={t("app.main.examples")}>
      <ul className="plain-list chips">
        {examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              className="chip"
              dir="auto"
              aria-disabled={disabled ? true : undefined}
              title={disabled ?? undefined}
              onClick={() => !disabled && onAsk(example)}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What shows an answer is loaded while the question is thought of: after the first picture, before the first press. */
function useSoon(opened: boolean) {
  useEffect(() => {
    if (!opened) return;
    const soon = setTimeout(() => void answering().catch(() => undefined), AFTER_PICTURE_MS);
    return () => clearTimeout(soon);
  }, [opened]);
}

/** Says the end of a run aloud, once. */
function useEnding(run: Run | null) {
  const said = useRef<string | null>(null);
  useEffect(() => {
    if (!run || run.state === "running" || said.current === run.id) return;
    said.current = run.id;
    if (run.answer) announce(run.answer.sentence);
    else if (run.declined) announce(run.declined.message);
    else if (run.reply) announce(run.reply.message);
    else if (run.state === "stopped") announce(t("app.main.stopped"));
    else if (run.state === "interrupted") announce(t("app.main.cutOff"));
  }, [run]);
}
