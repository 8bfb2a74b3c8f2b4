// What can be done with a column.
import type { RefObject } from "react";
import { Menu, MenuItem, Popover, Separator } from "react-aria-components";
import { t } from "../text";
import "../text/en/grid";

export type Act =
  | "up"
  | "down"
  | "unsorted"
  | "filter"
  | "facts"
  | "left"
  | "right"
  | "freeze"
  | "unfreeze"
  | "hide"
  | "fit"
  | "copy";

export default function HeaderMenu(props: {
  at: RefObject<Element | null>;
  name: string;
  sorted: boolean;
  frozen: boolean;
  behind: boolean;
  first: boolean;
  last: boolean;
  onAct(act: Act): void;
  onClose(): void;
}) {
  const { at, name, sorted, frozen, behind, first, last, onAct, onClose } = props;
  const item = (act: Act, words: string) => (
    <MenuItem id={act} className="menu-item" data-testid={`column-${act}`}>
      {words}
    </MenuItem>
  );
  return (
    <Popover
      className="popover"
      aria-label={t("grid.column.label", { name })}
      triggerRef={at}
      isOpen
      placement="bottom start"
      onOpenChange={(open) => !open && onClose()}
    >
      <Menu
        className="menu"
        aria-label={t("grid.column.label", { name })}
        autoFocus="first"
        onAction={(key) => {
          onClose();
          onAct(key as Act);
        }}
      >
        {item("up", t("grid.sort.up"))}
        {item("down", t("grid.sort.down"))}
        {sorted && item("unsorted", t("grid.sort.none"))}
        {behind && item("filter", t("grid.column.filter"))}
        {behind && item("facts", t("grid.column.facts"))}
        <Separator className="menu-line" />
        {!first && item("left", t("grid.column.left"))}
        {!last && item("right", t("grid.column.right"))}
        {frozen ? item("unfreeze", t("grid.column.unfreeze")) : item("freeze", t("grid.column.freeze"))}
        {item("fit", t("grid.column.fit"))}
        {!(first && last) && item("hide", t("grid.column.hide"))}
        {item("copy", t("grid.column.copyName"))}
      </Menu>
    </Popover>
  );
}
