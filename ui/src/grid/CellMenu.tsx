// What can be done with a value, and with the cells chosen around it.
import type { RefObject } from "react";
import { Keyboard, Menu, MenuItem, Popover, Separator, Text } from "react-aria-components";
import { type PlacedId, shortcut } from "../app/commands";
import type { Wanted } from "./filters";

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
      aria-label={`Value of ${column}`}
      triggerRef={at}
      isOpen
      placement="bottom start"
      onOpenChange={(open) => !open && onClose()}
    >
      <Menu
        className="menu cell-menu"
        aria-label={`Value of ${column}`}
        autoFocus="first"
        disabledKeys={["none"]}
        onAction={(key) => {
          onClose();
          onAct(key as CellAct);
        }}
      >
        {item("copy", many ? "Copy the chosen cells" : "Copy", "copy")}
        {item("copy-named", "Copy with column names", "copy-named")}
        <Separator className="menu-line" />
        {wanted?.can && item("only", `Show only rows ${wanted.says}`)}
        {wanted?.can && item("without", `Leave out rows ${wanted.says}`)}
        {wanted && !wanted.can && (
          <MenuItem
            id="none"
            className="menu-item"
            textValue="Show only rows like this"
            data-testid="cell-none"
          >
            <Text slot="label">Show only rows like this</Text>
            <Text slot="description" className="menu-why">
              {wanted.says}
            </Text>
          </MenuItem>
        )}
        {wanted && <Separator className="menu-line" />}
        {item("up", "Sort ascending")}
        {item("down", "Sort descending")}
        {sorted && item("unsorted", "Original order")}
        <Separator className="menu-line" />
        {item("inspect", "See the value in full", "inspect")}
        {item("column", "Menu of the column…")}
      </Menu>
    </Popover>
  );
}
