// Descriptions written by a model: what it would cost, then how far it is, then what came of it.
import { Check, Sparkles, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { shortcut } from "../app/commands";
import { asProblem, type Backend } from "../backend/backend";
import type { Connection, Described, Estimate, Problem, Progress } from "../contract";
import { count } from "../format/cell";
import { whyNoModel } from "../models/settings";
import type { Models } from "../models/useModels";
import { costWords, levelWords } from "../models/words";
import { tablesDone, timeLeft } from "../prepare/words";
import type { Page } from "../settings/place";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { AUTHORS } from "./words";
import "../text/en/exploreMore";
import "../text/en/format";

interface Props {
  backend: Backend;
  connection: Connection;
  models: Models;
  preparing: boolean;
  narrow: boolean;
  onSettings(page: Page): void;
  onDone(): void;
}

export function DescribeByModel(props: Props) {
  const { connection, models, preparing, narrow } = props;
  const [open, setOpen] = useState(false);
  const why = whyNot(connection, models, preparing);
  return (
    <>
      <Button
        testid="describe-by-model"
        label={narrow ? t("explore.model.short") : undefined}
        hint={t("explore.model.hint")}
        disabled={why}
        onPress={() => setOpen(true)}
      >
        <Sparkles aria-hidden size={15} />
        {!narrow && t("explore.model.open")}
      </Button>
      {open && <DescribeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function whyNot(connection: Connection, models: Models, preparing: boolean): string | null {
  if (models.load.is !== "ready")
    return models.load.is === "failed" ? t("explore.model.noSettings") : t("explore.model.moment");
  const none = whyNoModel(models.load.value);
  if (none !== null) return none;
  if ((connection.privacy ?? "nothing") === "nothing")
    return t("explore.model.seesNothing", { name: connection.name, keys: shortcut("settings") });
  return preparing ? t("explore.stillReading") : null;
}

type Doing =
  | { is: "estimating" }
  | { is: "asking"; estimate: Estimate }
  | { is: "working"; progress: Progress | null; stopping: boolean }
  | { is: "stopped" }
  | { is: "done"; value: Described; stopped: boolean }
  | { is: "failed"; problem: Problem; at: "estimate" | "work" };

function DescribeDialog({ backend, connection, onSettings, onDone, onClose }: Props & { onClose(): void }) {
  const [doing, setDoing] = useState<Doing>({ is: "estimating" });
  const gone = useRef(false);
  const stopped = useRef(false);
  const { id } = connection;

  const estimate = async () => {
    setDoing({ is: "estimating" });
    try {
      const value = await backend.describeEstimate(id);
      if (!gone.current) setDoing({ is: "asking", estimate: value });
    } catch (error) {
      if (!gone.current) setDoing({ is: "failed", problem: asProblem(error), at: "estimate" });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    gone.current = false;
    void estimate();
    return () => {
      gone.current = true;
    };
  }, []);

  const work = async () => {
    stopped.current = false;
    setDoing({ is: "working", progress: null, stopping: false });
    try {
      const value = await backend.describeByModel(id, (progress) =>
        setDoing((old) => (old.is === "working" ? { ...old, progress } : old)),
      );
      setDoing({ is: "done", value, stopped: stopped.current });
      const columns = t("common.columns", { count: value.columns });
      announce(
        stopped.current
          ? t("explore.model.stoppedNow", { columns })
          : t("explore.model.describedNow", { columns }),
      );
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "cancelled") {
        setDoing({ is: "stopped" });
        announce(t("explore.model.stopped"));
      } else setDoing({ is: "failed", problem, at: "work" });
    }
    // What was described before it ended is there.
    onDone();
  };
  const stop = () => {
    stopped.current = true;
    setDoing((old) => (old.is === "working" ? { ...old, stopping: true } : old));
    backend
      .stop(id)
      .catch((error: unknown) => setDoing({ is: "failed", problem: asProblem(error), at: "work" }));
  };
  const working = doing.is === "working";
  return (
    <ModalOverlay
      isOpen
      isDismissable={!working}
      isKeyboardDismissDisabled={working}
      onOpenChange={(open) => !open && onClose()}
      className="veil"
    >
      <Modal className="modal">
        <Dialog className="dialog" data-testid="describe-dialog" data-doing={doing.is}>
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {t("explore.model.title", { name: connection.name })}
            </Heading>
            {!working && (
              <Button kind="quiet" label={t("common.close")} onPress={onClose}>
                <X aria-hidden size={16} />
              </Button>
            )}
          </header>
          {doing.is === "estimating" && <Skeleton lines={3} label={t("explore.model.estimating")} />}
          {doing.is === "asking" && (
            <Asking
              estimate={doing.estimate}
              connection={connection}
              onStart={() => void work()}
              onPrivacy={() => {
                onClose();
                onSettings("privacy");
              }}
              onClose={onClose}
            />
          )}
          {doing.is === "working" && (
            <Working progress={doing.progress} stopping={doing.stopping} onStop={stop} />
          )}
          {doing.is === "stopped" && (
            <>
              <p>{t("explore.model.stoppedSays")}</p>
              <div className="dialog-foot">
                <Button onPress={onClose}>{t("common.close")}</Button>
                <Button kind="primary" testid="describe-again" onPress={() => void estimate()}>
                  {t("explore.model.goOn")}
                </Button>
              </div>
            </>
          )}
          {doing.is === "done" && (
            <Done
              value={doing.value}
              stopped={doing.stopped}
              onAgain={() => void estimate()}
              onClose={onClose}
            />
          )}
          {doing.is === "failed" && (
            <>
              <ProblemView
                compact
                problem={doing.problem}
                onRetry={() => void (doing.at === "work" ? work() : estimate())}
              />
              {doing.at === "work" && <p className="quiet-text">{t("explore.model.kept")}</p>}
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Asking(props: {
  estimate: Estimate;
  connection: Connection;
  onStart(): void;
  onPrivacy(): void;
  onClose(): void;
}) {
  const { estimate, connection } = props;
  const nothing = estimate.calls === 0;
  return (
    <>
      <p>{t("explore.model.what")}</p>
      <dl className="facts" data-testid="describe-estimate">
        <dt>{t("explore.model.model")}</dt>
        <dd>{estimate.to ? <code>{estimate.to.model}</code> : t("explore.model.modelNone")}</dd>
        <dt>{t("explore.model.requests")}</dt>
        <dd>
          {nothing ? t("explore.model.requestsNone") : t("format.about", { what: count(estimate.calls) })}
        </dd>
        <dt>{t("explore.model.tokens")}</dt>
        <dd>{t("explore.model.tokensSays", { input: estimate.input, output: estimate.output })}</dd>
        <dt>{t("explore.model.cost")}</dt>
        <dd>
          {estimate.cost ? t("format.about", { what: costWords(estimate.cost) }) : costWords(estimate.cost)}
        </dd>
        <dt>{t("explore.model.sees")}</dt>
        <dd>
          {levelWords(connection.privacy ?? "nothing").name}{" "}
          <button type="button" className="link" onClick={props.onPrivacy}>
            {t("explore.model.change")}
          </button>
        </dd>
      </dl>
      <div className="dialog-foot">
        <Button kind="quiet" onPress={props.onClose}>
          {t("common.cancel")}
        </Button>
        <Button
          kind="primary"
          testid="describe-start"
          disabled={
            estimate.to === null
              ? t("explore.model.noModel")
              : nothing
                ? t("explore.model.nothingLeft")
                : null
          }
          onPress={props.onStart}
        >
          {t("explore.model.start")}
        </Button>
      </div>
    </>
  );
}

function Working({
  progress,
  stopping,
  onStop,
}: {
  progress: Progress | null;
  stopping: boolean;
  onStop(): void;
}) {
  const parts = progress ? [tablesDone(progress)] : [t("explore.model.beginning")];
  if (progress?.seconds_left != null) parts.push(timeLeft(progress.seconds_left));
  return (
    <>
      <div className="describe-progress" role="status">
        <progress
          className="preparing-bar"
          aria-label={t("explore.model.progress")}
          aria-valuetext={parts.join(", ")}
          max={progress?.of ?? 1}
          value={progress?.done ?? 0}
        />
        <p className="quiet-text">
          {parts.join(" · ")}
          {progress && (
            <>
              {" · "}
              <bdi>{progress.table}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="dialog-foot">
        <Button
          testid="describe-stop"
          disabled={stopping ? t("explore.model.stoppingSays") : null}
          onPress={onStop}
        >
          {stopping ? t("explore.model.stopping") : t("common.stop")}
        </Button>
      </div>
    </>
  );
}

function Done(props: { value: Described; stopped: boolean; onAgain(): void; onClose(): void }) {
  const { value, stopped } = props;
  const whole = value.columns === value.of && !stopped;
  return (
    <>
      <p className={stopped ? "described-part" : "good-line"} data-testid="described">
        {!stopped && <Check aria-hidden size={16} />}
        {endWords(value, stopped)}
      </p>
      {value.notes.length > 0 && (
        <ul className="plain-list dots quiet-text described-notes">
          {value.notes.map((note, n) => (
            <li key={n} dir="auto">
              {note}
            </li>
          ))}
        </ul>
      )}
      <p className="quiet-text">
        {t("explore.model.marked", { mark: AUTHORS.model.name })}
        {!whole && ` ${t("explore.model.restKeeps")}`}
      </p>
      <div className="dialog-foot">
        {stopped && (
          <Button testid="describe-again" onPress={props.onAgain}>
            {t("explore.model.goOn")}
          </Button>
        )}
        <Button kind="primary" testid="describe-close" onPress={props.onClose}>
          {t("common.close")}
        </Button>
      </div>
    </>
  );
}

function endWords({ columns, of, cost }: Described, stopped: boolean): string {
  const how = stopped ? "early" : "whole";
  const paid = cost === null ? "unpriced" : cost === 0 ? "free" : "paid";
  return t(`explore.ended.${how}.${paid}`, {
    n: columns,
    columns: t("common.columns", { count: of }),
    cost: costWords(cost),
  });
}
