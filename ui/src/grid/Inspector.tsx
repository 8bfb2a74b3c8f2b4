// One value in full: long text, JSON laid out, numbers with every digit.
import { X } from "lucide-react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Cell, ResultColumn, TypeKind } from "../contract";
import { has, raw } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import "../text/en/grid";

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
        <Dialog
          className="dialog"
          aria-label={column ? t("grid.valueOf", { column: column.name }) : t("grid.inspector.valueOfCell")}
        >
          <header className="dialog-head">
            <div>
              <Heading slot="title" className="dialog-title" dir="auto">
                {column?.name}
              </Heading>
              <p className="quiet-text">
                {t("grid.inspector.row", { row })} · {kindOf(cell, column?.kind)}
                {typeof cell === "string" && ` · ${t("common.characters", { count: [...cell].length })}`}
              </p>
            </div>
            <Button kind="quiet" label={t("common.close")} onPress={onClose}>
              <X aria-hidden size={16} />
            </Button>
          </header>
          {cell === null ? (
            <p className="inspect-null">{t("grid.inspector.null")}</p>
          ) : cell === "" ? (
            <p className="inspect-null">{t("grid.inspector.empty")}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value scrolls by keyboard
            <pre className="inspect-text" dir="auto" tabIndex={0}>
              {text}
            </pre>
          )}
          <footer className="dialog-foot">
            <CopyButton
              text={() => raw(cell)}
              what={t("grid.inspector.value")}
              label={t("grid.inspector.copy")}
            />
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What the value is; the column's type only where the value does not say it: an expression has none. */
function kindOf(cell: Cell, kind: TypeKind | undefined): string {
  if (cell === null) return t("grid.inspector.is.nothing");
  if (typeof cell === "string") return t("grid.inspector.is.text");
  if (typeof cell === "boolean") return t("grid.inspector.is.boolean");
  if (typeof cell === "number") return t("grid.inspector.is.number");
  if (has(cell, "int") || has(cell, "decimal") || has(cell, "real")) return t("grid.inspector.is.number");
  if (has(cell, "date")) return t("grid.inspector.is.date");
  if (has(cell, "time")) return t("grid.inspector.is.time");
  if (has(cell, "timestamp")) return t("grid.inspector.is.moment");
  if (has(cell, "json")) return "JSON";
  if (has(cell, "list")) return t("grid.inspector.is.list");
  if (has(cell, "interval")) return t("grid.inspector.is.interval");
  return kind === undefined || kind === "other" ? t("grid.inspector.is.bytes") : t(`grid.kind.${kind}`);
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
    return `${t("grid.inspector.bytes", { count: cell.size })}\n${cell.head.replace(/../g, "$& ").trim()}`;
  return raw(cell);
}
