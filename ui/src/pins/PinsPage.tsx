// Dashboard light: the pinned answers on one page, run again by a press, taken along as one report.
import { ArrowLeft, FileDown, Pin as PinIcon, RotateCw, Square, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Trans } from "../text/Trans";
import { Saved } from "../answer/Exporting";
import { fileName } from "../answer/formats";
import type { Backend } from "../backend/backend";
import type { Opened, Pin, Problem } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { UndoLine } from "../ui/UndoLine";
import { useUndo } from "../ui/useUndo";
import { PinCard } from "./PinCard";
import { type Doing, usePins } from "./usePins";
import "../styles/pins.css";
import "../text/en/pins";

interface Props {
  backend: Backend;
  opened: Opened;
  dark: boolean;
  onOpen(pin: Pin): void;
  onUnpin(run: string): Promise<Problem | null>;
  /** Queries were run again: there are new runs in the history. */
  onRan(): void;
  onClose(): void;
}

const BUSY = t("pins.page.busy");

export function PinsPage({ backend, opened, dark, onOpen, onUnpin, onRan, onClose }: Props) {
  const { id, name } = opened.connection;
  const pins = usePins(backend, id, onRan);
  const [unpinning, setUnpinning] = useState<Problem | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever comes by keyboard goes on from here.
  useEffect(() => heading.current?.focus(), []);
  const undo = useUndo();
  const all = (pins.load.is === "ready" ? pins.load.value : []).filter(
    (pin) => pin.run !== undo.removed?.key,
  );
  const stale = all.filter((pin) => pin.stale).length;
  const busy = pins.doing ? BUSY : null;

  // It keeps its place among the others for as long as it can be had back.
  const unpin = (pin: Pin) =>
    undo.remove({
      key: pin.run,
      says: t("pins.page.unpinned", { question: pin.question }),
      go: () =>
        void onUnpin(pin.run).then((trouble) => {
          setUnpinning(trouble);
          if (!trouble) pins.drop(pin.run);
        }),
      back: () => heading.current?.focus(),
    });

  return (
    <div className="main-body pins" data-testid="pins">
      <header className="about-head">
        <div className="about-title-line">
          <h1 className="about-title" ref={heading} tabIndex={-1}>
            {t("pins.page.title")}
          </h1>
          <p className="quiet-text">
            <Trans i18nKey="pins.page.of" values={{ name }} components={{ name: <span dir="auto" /> }} />
          </p>
        </div>
        <div className="row">
          {all.length > 0 && (
            <>
              <Button
                testid="pins-run-all"
                kind={stale > 0 ? "primary" : "plain"}
                disabled={busy}
                hint={t("pins.page.runAllHint")}
                onPress={() => pins.run(all)}
              >
                <RotateCw aria-hidden size={15} />
                {t("pins.page.runAll")}
              </Button>
              <Button
                testid="pins-export"
                disabled={busy}
                hint={t("pins.page.exportHint")}
                onPress={() => pins.exportAll(all, fileName(t("pins.page.fileName", { name }), "html"))}
              >
                <FileDown aria-hidden size={15} />
                {t("pins.page.export")}
              </Button>
            </>
          )}
          <Button testid="pins-close" onPress={onClose}>
            <ArrowLeft aria-hidden size={15} />
            {t("pins.page.back")}
          </Button>
        </div>
      </header>
      {pins.doing && <Under doing={pins.doing} onStop={pins.stop} />}
      {pins.trouble && <ProblemView compact problem={pins.trouble} />}
      {unpinning && <ProblemView compact problem={unpinning} />}
      <UndoLine undo={undo} />
      {stale > 0 && !pins.doing && (
        <p className="pins-stale" data-testid="pins-stale">
          <TriangleAlert aria-hidden size={15} />
          <span>
            {staleWords(stale, all.length)} {t("pins.page.staleDo")}
          </span>
        </p>
      )}
      {pins.load.is === "failed" ? (
        <ProblemView problem={pins.load.problem} onRetry={pins.reload} />
      ) : pins.load.is !== "ready" ? (
        <Skeleton lines={6} label={t("pins.page.reading")} />
      ) : all.length === 0 ? (
        <div className="pins-empty" data-testid="pins-empty">
          <PinIcon aria-hidden size={28} />
          <h2>{t("pins.page.emptyTitle")}</h2>
          <p>
            <Trans i18nKey="pins.page.empty" components={{ b: <b /> }} />
          </p>
          <Button kind="primary" testid="pins-ask" onPress={onClose}>
            {t("pins.page.ask")}
          </Button>
        </div>
      ) : (
        <ul className="plain-list pins-grid" aria-label={t("pins.page.title")}>
          {all.map((pin) => (
            <li key={pin.question}>
              <PinCard
                pin={pin}
                dark={dark}
                running={pins.doing?.pin === pin.run}
                busy={busy}
                problem={pins.problems.get(pin.run) ?? null}
                onRun={() => pins.run([pin])}
                onOpen={() => onOpen(pin)}
                onUnpin={() => unpin(pin)}
              />
            </li>
          ))}
        </ul>
      )}
      {pins.exported && <Saved backend={backend} value={pins.exported} onClose={pins.dismiss} />}
    </div>
  );
}

function staleWords(stale: number, all: number): string {
  if (stale < all) return t("pins.page.staleSome", { count: stale });
  return t("pins.page.staleAll", { count: all });
}

function Under({ doing, onStop }: { doing: Doing; onStop(): void }) {
  const says =
    doing.is === "exporting"
      ? t("pins.under.exporting", { rows: t("common.rows", { count: doing.rows }) })
      : doing.of === 1
        ? t("pins.under.one")
        : t("pins.under.several", { done: doing.done + 1, of: doing.of });
  return (
    <div className="row pins-under">
      {doing.is === "running" && doing.of > 1 ? (
        <progress aria-label={t("pins.under.running")} value={doing.done} max={doing.of} />
      ) : (
        <progress aria-label={says} />
      )}
      <span className="grow" role="status" data-testid="pins-under">
        {says}…
      </span>
      <Button small testid="pins-stop" onPress={onStop}>
        <Square aria-hidden size={13} />
        {t("common.stop")}
      </Button>
    </div>
  );
}
