// A column's heading: a press sorts; its button, a right click and the keyboard open its menu.
import type { VirtualItem } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronDown, ListFilter } from "lucide-react";
import { useRef } from "react";
import type { ResultColumn } from "../contract";
import { isNumeric } from "../format/cell";
import { litColumn, ofColumn, useLit } from "../how/lit";
import { t } from "../text";
import { Resizer } from "./Resizer";
import "../text/en/grid";

const CARRIED = "application/x-askwell-column";

export function HeadCell(props: {
  id: string;
  column: ResultColumn;
  item: VirtualItem;
  sorted: "ascending" | "descending" | "none";
  filtered: boolean;
  active: boolean;
  /** The last of those that stay in sight. */
  edge: boolean;
  onPress(): void;
  onMenu(at: Element | null): void;
  onWidth(width: number): void;
  onFit(): void;
  /** Another column, by where it was shown, is let go of here. */
  onMove(from: number): void;
}) {
  const { id, column, item, sorted, filtered, active, edge } = props;
  const { lit, light, uses } = useLit();
  const cell = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={cell}
      id={id}
      role="columnheader"
      aria-colindex={item.index + 1}
      aria-sort={sorted}
      className={`grid-th ${isNumeric(column.kind) ? "num" : ""} ${active ? "active" : ""} ${litColumn(lit, column.name) ? "lit" : ""} ${edge ? "edge" : ""}`}
      style={{ left: item.start, width: item.size }}
      title={column.kind === "other" ? column.name : `${column.name} · ${t(`grid.kind.${column.kind}`)}`}
      draggable
      onDragStart={(e) => {
        e.dataTransfer.setData(CARRIED, String(item.index));
        e.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(e) => {
        if (e.dataTransfer.types.includes(CARRIED)) e.preventDefault();
      }}
      onDrop={(e) => {
        const from = e.dataTransfer.getData(CARRIED);
        if (from !== "") props.onMove(Number(from));
      }}
      onPointerEnter={() => light(ofColumn(column.name, uses))}
      onPointerLeave={() => light(null)}
      onClick={props.onPress}
      onContextMenu={(e) => {
        e.preventDefault();
        props.onMenu(cell.current);
      }}
    >
      <span className="grid-name" dir="auto">
        {column.name}
      </span>
      {filtered && <ListFilter aria-label={t("grid.column.filtered")} size={13} />}
      {sorted === "ascending" && <ArrowUp aria-hidden size={13} />}
      {sorted === "descending" && <ArrowDown aria-hidden size={13} />}
      {/* By keyboard, Shift+F10 in the grid does the same. */}
      <button
        type="button"
        className="grid-menu"
        tabIndex={-1}
        aria-label={t("grid.column.menu", { name: column.name })}
        onClick={(e) => {
          e.stopPropagation();
          props.onMenu(cell.current);
        }}
      >
        <ChevronDown aria-hidden size={14} />
      </button>
      <Resizer width={item.size} onWidth={props.onWidth} onFit={props.onFit} />
    </div>
  );
}
