// Descriptions from files: which of them fit this database and which do not, then what was kept, and back again.
import { Check, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { asProblem, type Backend } from "../backend/backend";
import type { Brought, Connection, Problem } from "../contract";
import { t } from "../text";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { AUTHORS } from "./words";
import "../text/en/exploreMore";

interface Props {
  backend: Backend;
  connection: Connection;
  paths: string[];
  onDone(): void;
  onClose(): void;
}

type Doing =
  | { is: "reading" }
  | { is: "asking"; brought: Brought }
  | { is: "keeping" }
  | { is: "kept"; brought: Brought }
  | { is: "undone"; count: number }
  | { is: "failed"; problem: Problem; at: "reading" | "keeping" | "undoing" };

export default function ImportDescriptions({ backend, connection, paths, onDone, onClose }: Props) {
  const [doing, setDoing] = useState<Doing>({ is: "reading" });
  const gone = useRef(false);
  const { id } = connection;

  const attempt = async (at: "reading" | "keeping" | "undoing", work: () => Promise<Doing>) => {
    try {
      const next = await work();
      if (!gone.current) setDoing(next);
    } catch (error) {
      if (!gone.current) setDoing({ is: "failed", problem: asProblem(error), at });
    }
  };
  const read = () => {
    setDoing({ is: "reading" });
    void attempt("reading", async () => ({
      is: "asking",
      brought: await backend.previewDescriptions(id, paths),
    }));
  };
  const keep = () => {
    setDoing({ is: "keeping" });
    void attempt("keeping", async () => {
      const brought = await backend.importDescriptions(id, paths);
      announce(imported(brought));
      onDone();
      return { is: "kept", brought };
    });
  };
  const undo = () =>
    void attempt("undoing", async () => {
      const taken = await backend.undoImport(id);
      announce(t("explore.import.undoneNow"));
      onDone();
      return { is: "undone", count: taken };
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    gone.current = false;
    read();
    return () => {
      gone.current = true;
    };
  }, []);

  const busy = doing.is === "keeping";
  return (
    <ModalOverlay
      isOpen
      isDismissable={!busy}
      isKeyboardDismissDisabled={busy}
      onOpenChange={(open) => !open && onClose()}
      className="veil"
    >
      <Modal className="modal">
        <Dialog className="dialog" data-testid="import-dialog" data-doing={doing.is}>
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {t("explore.import.title", { name: connection.name })}
            </Heading>
            {!busy && (
              <Button kind="quiet" label={t("common.close")} onPress={onClose}>
                <X aria-hidden size={16} />
              </Button>
            )}
          </header>
          {doing.is === "reading" && <Skeleton lines={4} label={t("explore.import.reading")} />}
          {doing.is === "keeping" && <Skeleton lines={2} label={t("explore.import.importing")} />}
          {doing.is === "asking" && <Preview brought={doing.brought} onKeep={keep} onClose={onClose} />}
          {doing.is === "kept" && (
            <>
              <p className="good-line" data-testid="imported">
                <Check aria-hidden size={16} />
                {imported(doing.brought)}
              </p>
              <p className="quiet-text">{t("explore.import.marked", { mark: AUTHORS.file.name })}</p>
              <div className="dialog-foot">
                <Button testid="import-undo" onPress={undo}>
                  {t("common.undo")}
                </Button>
                <Button kind="primary" testid="import-close" onPress={onClose}>
                  {t("common.close")}
                </Button>
              </div>
            </>
          )}
          {doing.is === "undone" && (
            <>
              <p data-testid="import-undone">
                {t("explore.import.undone", {
                  descriptions: t("common.descriptions", { count: doing.count }),
                })}
              </p>
              <div className="dialog-foot">
                <Button kind="primary" onPress={onClose}>
                  {t("common.close")}
                </Button>
              </div>
            </>
          )}
          {doing.is === "failed" && (
            <ProblemView
              compact
              problem={doing.problem}
              onRetry={doing.at === "reading" ? read : doing.at === "keeping" ? keep : undo}
            />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function imported(brought: Brought): string {
  return t("explore.import.imported", {
    descriptions: t("common.descriptions", { count: brought.found.length }),
  });
}

function Preview({ brought, onKeep, onClose }: { brought: Brought; onKeep(): void; onClose(): void }) {
  const { found, unknown, unread, silent } = brought;
  const own = found.filter((one) => one.own !== null).length;
  return (
    <>
      <p data-testid="import-found">
        {found.length === 0 ? t("explore.import.nothing") : t("explore.import.fit", { count: found.length })}
        {own > 0 && ` ${t("explore.import.own", { count: own })}`}
      </p>
      {found.length > 0 && (
        <ul className="plain-list import-list" aria-label={t("explore.import.fitting")}>
          {found.map((one, n) => (
            <li key={n}>
              <code>{one.column === null ? one.table : `${one.table}.${one.column}`}</code>{" "}
              <span dir="auto">{one.words.short}</span>
              {one.own !== null && (
                <span className="quiet-text"> {t("explore.import.yours", { own: one.own })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Left title={t("explore.import.unknown", { n: unknown.length })} lines={unknown} />
      <Left title={t("explore.import.unusable", { n: unread.length })} lines={unread} />
      {silent > 0 && <p className="quiet-text">{t("explore.import.silent", { count: silent })}</p>}
      <div className="dialog-foot">
        <Button kind="quiet" onPress={onClose}>
          {t("common.cancel")}
        </Button>
        <Button
          kind="primary"
          testid="import-keep"
          disabled={found.length === 0 ? t("explore.import.empty") : null}
          onPress={onKeep}
        >
          {found.length === 0
            ? t("explore.import.keepNone")
            : t("explore.import.keep", { descriptions: t("common.descriptions", { count: found.length }) })}
        </Button>
      </div>
    </>
  );
}

function Left({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="import-left">
      <summary>{title}</summary>
      <ul className="plain-list dots quiet-text import-list">
        {lines.map((line, n) => (
          <li key={n} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}
