// What can be done with a value, and with the cells chosen around it.
import type { RefObject } from "react";
import { Keyboard, Menu, MenuItem, Popover, Separator, Text } from "react-aria-components";
import { type PlacedId, shortcut } from "../app/commands";
import { t } from "../text";
import type { Wanted } from "./filters";
import "../text/en/grid";

export type CellAct =
  | "copy"
  | "copy-named"
  | "only"
  | "without"
  | "up"
  | "down"
  | "unsorted"
  | "inspect"
  | "column";

export default function CellMenu(props: {
  at: RefObject<Element | null>;
  column: string;
  /** The value as a filter would have it; null: no rows in the database are behind the grid. */
  wanted: Wanted | null;
  sorted: boolean;
  /** More cells than this one are chosen. */
  many: boolean;
  onAct(act: CellAct): void;
  onClose(): void;
}) {
  const { at, column, wanted, sorted, many, onAct, onClose } = props;
  const item = (act: CellAct, words: string, keys?: PlacedId) => (
    <MenuItem id={act} className="menu-item" textValue={words} data-testid={`cell-${act}`}>
      <Text slot="label">{words}</Text>
      {keys && <Keyboard className="menu-keys">{shortcut(keys)}</Keyboard>}
    </MenuItem>
  );
  return (
    <Popover
      className="popover"
      aria-label={t("grid.valueOf", { column })}
      triggerRef={at}
      isOpen
      placement="bottom start"
      onOpenChange={(open) => !open && onClose()}
    >
      <Menu
        className="menu cell-menu"
        aria-label={t("grid.valueOf", { column })}
        autoFocus="first"
        disabledKeys={["none"]}
        onAction={(key) => {
          onClose();
          onAct(key as CellAct);
        }}
      >
        {item("copy", many ? t("grid.cell.copyChosen") : t("grid.cell.copy"), "copy")}
        {item("copy-named", t("grid.cell.copyNamed"), "copy-named")}
        <Separator className="menu-line" />
        {wanted?.can && item("only", wanted.only)}
        {wanted?.can && item("without", wanted.without)}
        {wanted && !wanted.can && (
          <MenuItem
            id="none"
            className="menu-item"
            textValue={t("grid.cell.onlyLike")}
            data-testid="cell-none"
          >
            <Text slot="label">{t("grid.cell.onlyLike")}</Text>
            <Text slot="description" className="menu-why">
              {wanted.why}
            </Text>
          </MenuItem>
        )}
        {wanted && <Separator className="menu-line" />}
        {item("up", t("grid.sort.up"))}
        {item("down", t("grid.sort.down"))}
        {sorted && item("unsorted", t("grid.sort.none"))}
        <Separator className="menu-line" />
        {item("inspect", t("grid.cell.inspect"), "inspect")}
        {item("column", t("grid.cell.column"))}
      </Menu>
    </Popover>
  );
}
