// One value in full: long text, JSON laid out, numbers with every digit.
import { X } from "lucide-react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Cell, ResultColumn, TypeKind } from "../contract";
import { has, plural, raw } from "../format/cell";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";

export function Inspector(props: {
  column: ResultColumn | undefined;
  cell: Cell;
  row: number;
  onClose: () => void;
}) {
  const { column, cell, row, onClose } = props;
  const text = inFull(cell);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="veil">
      <Modal className="modal wide">
        <Dialog className="dialog" aria-label={`Value of ${column?.name ?? "the cell"}`}>
          <header className="dialog-head">
            <div>
              <Heading slot="title" className="dialog-title" dir="auto">
                {column?.name}
              </Heading>
              <p className="quiet-text">
                Row {row} · {kindOf(cell, column?.kind)}
                {typeof cell === "string" && ` · ${plural([...cell].length, "character")}`}
              </p>
            </div>
            <Button kind="quiet" label="Close" onPress={onClose}>
              <X aria-hidden size={16} />
            </Button>
          </header>
          {cell === null ? (
            <p className="inspect-null">NULL: nothing is recorded here.</p>
          ) : cell === "" ? (
            <p className="inspect-null">An empty text. It is recorded, and it has no characters.</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value scrolls by keyboard
            <pre className="inspect-text" dir="auto" tabIndex={0}>
              {text}
            </pre>
          )}
          <footer className="dialog-foot">
            <CopyButton text={() => raw(cell)} what="Value" label="Copy value" />
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What the value is; the column's type only where the value does not say it: an expression has none. */
function kindOf(cell: Cell, kind: TypeKind | undefined): string {
  if (cell === null) return "nothing";
  if (typeof cell === "string") return "text";
  if (typeof cell === "boolean") return "yes or no";
  if (typeof cell === "number") return "number";
  if (has(cell, "int") || has(cell, "decimal") || has(cell, "real")) return "number";
  if (has(cell, "date")) return "date";
  if (has(cell, "time")) return "time";
  if (has(cell, "timestamp")) return "date and time";
  if (has(cell, "json")) return "JSON";
  if (has(cell, "list")) return "list";
  if (has(cell, "interval")) return "span of time";
  return kind === undefined || kind === "other" ? "bytes" : kind;
}

function inFull(cell: Cell): string {
  if (cell === null || typeof cell !== "object") return raw(cell);
  if (has(cell, "json")) {
    try {
      return JSON.stringify(JSON.parse(cell.json), null, 2);
    } catch {
      return cell.json;
    }
  }
  if (has(cell, "head"))
    return `${cell.size} bytes, beginning with\n${cell.head.replace(/../g, "$& ").trim()}`;
  return raw(cell);
}
