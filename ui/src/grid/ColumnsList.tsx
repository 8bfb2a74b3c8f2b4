// Which columns are shown.
import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import type { ResultColumn } from "../contract";
import { t } from "../text";
import type { Columns } from "./useColumns";
import "../text/en/grid";

export default function ColumnsList(props: {
  at: RefObject<Element | null>;
  columns: readonly ResultColumn[];
  shown: Columns;
  onClose(): void;
}) {
  const { at, columns, shown, onClose } = props;
  const hidden = new Set(shown.hidden);
  return (
    <Popover
      className="popover"
      triggerRef={at}
      isOpen
      placement="top end"
      onOpenChange={(open) => !open && onClose()}
    >
      <Dialog className="grid-columns" aria-label={t("grid.columns.shown")} data-testid="columns-list">
        {columns.map((column, n) => {
          const here = !hidden.has(n);
          return (
            <label key={`${n}-${column.name}`} className="grid-columns-line">
              <input
                type="checkbox"
                checked={here}
                disabled={here && shown.order.length === 1}
                onChange={() => (here ? shown.hide(n) : shown.bring(n))}
              />
              <span dir="auto">{column.name || t("grid.columns.unnamed", { number: n + 1 })}</span>
            </label>
          );
        })}
      </Dialog>
    </Popover>
  );
}
