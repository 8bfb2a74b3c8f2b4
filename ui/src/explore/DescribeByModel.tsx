// Descriptions written by a model: what it would cost, then how far it is, then what came of it.
import { shortcut } from "../app/commands";
import { Check, Sparkles, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { asProblem, type Backend } from "../backend/backend";
import type { Connection, Described, Estimate, Problem, Progress } from "../contract";
import { count, plural } from "../format/cell";
import { whyNoModel } from "../models/settings";
import type { Models } from "../models/useModels";
import { costWords, levelWords } from "../models/words";
import { timeLeft } from "../prepare/words";
import type { Page } from "../settings/place";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";

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
        label={narrow ? "Describe with a model" : undefined}
        hint="A model writes what tables and columns mean; what you wrote yourself stays"
        disabled={why}
        onPress={() => setOpen(true)}
      >
        <Sparkles aria-hidden size={15} />
        {!narrow && "Describe with a model…"}
      </Button>
      {open && <DescribeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function whyNot(connection: Connection, models: Models, preparing: boolean): string | null {
  if (models.load.is !== "ready")
    return models.load.is === "failed" ? "The settings of models cannot be read." : "One moment.";
  const none = whyNoModel(models.load.value);
  if (none !== null) return none;
  if ((connection.privacy ?? "nothing") === "nothing")
    return `A model may see nothing of ${connection.name}. Change that in the settings (${shortcut("settings")}), under Privacy.`;
  return preparing ? "The tables are still being read." : null;
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
      announce(`${stopped.current ? "Stopped. " : ""}${plural(value.columns, "column")} described.`);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "cancelled") {
        setDoing({ is: "stopped" });
        announce("Stopped.");
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
              Describe {connection.name} with a model
            </Heading>
            {!working && (
              <Button kind="quiet" label="Close" onPress={onClose}>
                <X aria-hidden size={16} />
              </Button>
            )}
          </header>
          {doing.is === "estimating" && <Skeleton lines={3} label="Counting what it would take" />}
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
              <p>Stopped. What was described until then is kept; the rest has the words it had.</p>
              <div className="dialog-foot">
                <Button onPress={onClose}>Close</Button>
                <Button kind="primary" testid="describe-again" onPress={() => void estimate()}>
                  Go on
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
              {doing.at === "work" && <p className="quiet-text">What was described until then is kept.</p>}
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
      <p>
        A model reads what your level allows and writes what each table and column means. Descriptions that
        you wrote yourself stay.
      </p>
      <dl className="facts" data-testid="describe-estimate">
        <dt>Model</dt>
        <dd>{estimate.to ? <code>{estimate.to.model}</code> : "none is set"}</dd>
        <dt>Requests</dt>
        <dd>{nothing ? "none: everything is described" : `about ${count(estimate.calls)}`}</dd>
        <dt>Tokens</dt>
        <dd>
          about {count(estimate.input)} in, {count(estimate.output)} out
        </dd>
        <dt>Cost</dt>
        <dd>
          {estimate.cost === null
            ? "price unknown"
            : estimate.cost === 0
              ? "no cost"
              : `about ${costWords(estimate.cost)}`}
        </dd>
        <dt>It sees</dt>
        <dd>
          {levelWords(connection.privacy ?? "nothing").name}{" "}
          <button type="button" className="link" onClick={props.onPrivacy}>
            Change…
          </button>
        </dd>
      </dl>
      <div className="dialog-foot">
        <Button kind="quiet" onPress={props.onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          testid="describe-start"
          disabled={
            estimate.to === null
              ? "No model is set for it."
              : nothing
                ? "There is nothing left to describe."
                : null
          }
          onPress={props.onStart}
        >
          Start
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
  const parts = progress ? [`${count(progress.done)} of ${plural(progress.of, "table")}`] : ["Beginning"];
  if (progress?.seconds_left != null) parts.push(timeLeft(progress.seconds_left));
  return (
    <>
      <div className="describe-progress" role="status">
        <progress
          className="preparing-bar"
          aria-label="Tables described"
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
          disabled={stopping ? "It ends after the request it is at." : null}
          onPress={onStop}
        >
          {stopping ? "Stopping…" : "Stop"}
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
        {stopped && "Stopped: "}
        {count(value.columns)} of {plural(value.of, "column")} described, {paidWords(value.cost)}.
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
        They are marked “by a model” and can be edited like all others.
        {!whole && " The rest keep the words they had."}
      </p>
      <div className="dialog-foot">
        {stopped && (
          <Button testid="describe-again" onPress={props.onAgain}>
            Go on
          </Button>
        )}
        <Button kind="primary" testid="describe-close" onPress={props.onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

function paidWords(cost: number | null): string {
  if (cost === null) return "at an unknown price";
  return cost === 0 ? "at no cost" : `for ${costWords(cost)}`;
}
