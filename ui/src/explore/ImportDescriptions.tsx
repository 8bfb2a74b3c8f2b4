// Descriptions from files: which of them fit this database and which do not, then what was kept, and back again.
import { Check, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { asProblem, type Backend } from "../backend/backend";
import type { Brought, Connection, Problem } from "../contract";
import { count, plural } from "../format/cell";
import { announce } from "../ui/announce";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";

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
      announce(`${plural(brought.found.length, "description")} imported.`);
      onDone();
      return { is: "kept", brought };
    });
  };
  const undo = () =>
    void attempt("undoing", async () => {
      const taken = await backend.undoImport(id);
      announce("The import was undone.");
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
              Import descriptions of {connection.name}
            </Heading>
            {!busy && (
              <Button kind="quiet" label="Close" onPress={onClose}>
                <X aria-hidden size={16} />
              </Button>
            )}
          </header>
          {doing.is === "reading" && <Skeleton lines={4} label="Reading the files" />}
          {doing.is === "keeping" && <Skeleton lines={2} label="Importing" />}
          {doing.is === "asking" && <Preview brought={doing.brought} onKeep={keep} onClose={onClose} />}
          {doing.is === "kept" && (
            <>
              <p className="good-line" data-testid="imported">
                <Check aria-hidden size={16} />
                {plural(doing.brought.found.length, "description")} imported.
              </p>
              <p className="quiet-text">
                They are marked “from a file”, help to find tables and columns at once, and can be edited like
                all others.
              </p>
              <div className="dialog-foot">
                <Button testid="import-undo" onPress={undo}>
                  Undo
                </Button>
                <Button kind="primary" testid="import-close" onPress={onClose}>
                  Close
                </Button>
              </div>
            </>
          )}
          {doing.is === "undone" && (
            <>
              <p data-testid="import-undone">
                {plural(doing.count, "description")} taken back. What was there before stands again.
              </p>
              <div className="dialog-foot">
                <Button kind="primary" onPress={onClose}>
                  Close
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

function Preview({ brought, onKeep, onClose }: { brought: Brought; onKeep(): void; onClose(): void }) {
  const { found, unknown, unread, silent } = brought;
  const own = found.filter((one) => one.own !== null).length;
  return (
    <>
      <p data-testid="import-found">
        {found.length === 0
          ? "Nothing in these files describes a table or column of this database."
          : `${plural(found.length, "description")} fit this database.`}
        {own > 0 && ` Where you wrote ${own === 1 ? "one" : count(own)} yourself, yours stays on screen.`}
      </p>
      {found.length > 0 && (
        <ul className="plain-list import-list" aria-label="What fits">
          {found.map((one, n) => (
            <li key={n}>
              <code>{one.column === null ? one.table : `${one.table}.${one.column}`}</code>{" "}
              <span dir="auto">{one.words.short}</span>
              {one.own !== null && <span className="quiet-text"> (yours stays: {one.own})</span>}
            </li>
          ))}
        </ul>
      )}
      <Left title="Not in this database" lines={unknown} />
      <Left title="Not usable" lines={unread} />
      {silent > 0 && <p className="quiet-text">{plural(silent, "name")} without any words.</p>}
      <div className="dialog-foot">
        <Button kind="quiet" onPress={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          testid="import-keep"
          disabled={found.length === 0 ? "There is nothing to import." : null}
          onPress={onKeep}
        >
          Import {found.length > 0 && plural(found.length, "description")}
        </Button>
      </div>
    </>
  );
}

function Left({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="import-left">
      <summary>
        {title}: {count(lines.length)}
      </summary>
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
