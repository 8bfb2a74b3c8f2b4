// What can be done with a column.
import type { RefObject } from "react";
import { Menu, MenuItem, Popover, Separator } from "react-aria-components";

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
      aria-label={`Column ${name}`}
      triggerRef={at}
      isOpen
      placement="bottom start"
      onOpenChange={(open) => !open && onClose()}
    >
      <Menu
        className="menu"
        aria-label={`Column ${name}`}
        autoFocus="first"
        onAction={(key) => {
          onClose();
          onAct(key as Act);
        }}
      >
        {item("up", "Sort ascending")}
        {item("down", "Sort descending")}
        {sorted && item("unsorted", "Original order")}
        {behind && item("filter", "Filter…")}
        {behind && item("facts", "Facts")}
        <Separator className="menu-line" />
        {!first && item("left", "Move left")}
        {!last && item("right", "Move right")}
        {frozen ? item("unfreeze", "Unfreeze") : item("freeze", "Freeze up to here")}
        {item("fit", "Fit width")}
        {!(first && last) && item("hide", "Hide")}
        {item("copy", "Copy column name")}
      </Menu>
    </Popover>
  );
}
