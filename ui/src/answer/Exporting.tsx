// An export under way, and one that is done.
import { Check, ExternalLink, FolderOpen, Info } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { asProblem, type Backend } from "../backend/backend";
import type { ExportProgress, Exported, Problem, Show } from "../contract";
import { bytes } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { Close } from "../ui/Close";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import "../text/en/answer";
import "../text/en/answerMore";

export function Writing(props: { at: ExportProgress; stopping: boolean; onStop: () => void }) {
  const { rows, of } = props.at;
  const stop = useRef(props.onStop);
  stop.current = props.onStop;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector("button")?.focus();
    const hear = (e: KeyboardEvent) => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      e.stopPropagation();
      stop.current();
    };
    window.addEventListener("keydown", hear, { capture: true });
    return () => window.removeEventListener("keydown", hear, { capture: true });
  }, []);
  return (
    <div className="export-progress" ref={place}>
      {of === null ? (
        <progress aria-label={t("answer.export.now")} />
      ) : (
        <progress aria-label={t("answer.export.now")} value={Math.min(rows, of)} max={Math.max(of, 1)} />
      )}
      <div className="row">
        <span className="grow" role="status" data-testid="export-at">
          {of === null
            ? t("answer.export.written", { count: rows })
            : t("answer.export.writtenOf", { written: rows, rows: t("common.rows", { count: of }) })}
        </span>
        <Button
          testid="export-stop"
          disabled={props.stopping ? t("answer.export.stoppingSays") : null}
          onPress={props.onStop}
        >
          {props.stopping ? t("answer.export.stopping") : t("common.stop")}
        </Button>
      </div>
    </div>
  );
}

interface DoneProps {
  backend: Backend;
  value: Exported;
  onClose(): void;
}

export function Done({ backend, value, onClose }: DoneProps) {
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // The button that was pressed last is gone; the next one is "Done".
  useEffect(() => place.current?.querySelector<HTMLElement>("[data-testid=export-finish]")?.focus(), []);
  const show = async (how: Show) => {
    try {
      await backend.showExported(value.path, how);
      setProblem(null);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const size = bytes(value.bytes);
  return (
    <div className="export-done" data-testid="export-done" ref={place}>
      <p className="good-line">
        <Check aria-hidden size={16} />
        {value.rows > 0
          ? t("answer.export.size", { rows: t("common.rows", { count: value.rows }), size })
          : size}
      </p>
      <p className="path" data-testid="export-done-path">
        {value.path}
      </p>
      {value.notes.length > 0 && (
        <ul className="notes" aria-label={t("answer.card.notes")}>
          {value.notes.map((note) => (
            <li key={note}>
              <Info aria-hidden size={14} />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      {problem && <ProblemView compact problem={problem} />}
      <div className="dialog-foot stays">
        <CopyButton
          text={() => value.path}
          what={t("answer.export.path")}
          label={t("answer.export.copyPath")}
        />
        <Button testid="export-folder" onPress={() => void show("folder")}>
          <FolderOpen aria-hidden size={15} /> {t("answer.export.folder")}
        </Button>
        <Button testid="export-open" onPress={() => void show("open")}>
          <ExternalLink aria-hidden size={15} /> {t("answer.export.open")}
        </Button>
        <Button kind="primary" testid="export-finish" onPress={onClose}>
          {t("answer.export.done")}
        </Button>
      </div>
    </div>
  );
}

/** Where a picture went, in a dialog of its own. */
export function Saved({ backend, value, onClose }: DoneProps) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal">
        <Dialog className="dialog">
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {t("answer.export.saved")}
            </Heading>
            <Close onPress={onClose} />
          </header>
          <Done backend={backend} value={value} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
