// One cell of a grid's rows.
import type { PointerEvent } from "react";
import { isNumeric, type Shown } from "../format/cell";
import type { TypeKind } from "../contract";
import { t } from "../text";
import "../text/en/grid";

export function BodyCell(props: {
  id: string;
  shown: Shown;
  kind: TypeKind;
  /** From 0, as it is shown. */
  at: number;
  left: number;
  width: number;
  chosen: boolean;
  active: boolean;
  hit: boolean;
  /** The last of those that stay in sight. */
  edge: boolean;
  onDown(e: PointerEvent): void;
  onEnter(): void;
  onInspect(): void;
  onMenu(x: number, y: number): void;
}) {
  const { shown, chosen, active, hit, edge } = props;
  const numeric = shown.tone === "number" || isNumeric(props.kind);
  return (
    <div
      id={props.id}
      role="gridcell"
      aria-colindex={props.at + 1}
      aria-selected={chosen}
      aria-label={shown.tone === "empty" ? t("grid.emptyText") : undefined}
      className={`grid-td tone-${shown.tone} ${numeric ? "num" : ""} ${chosen ? "chosen" : ""} ${active ? "active" : ""} ${hit ? "hit" : ""} ${edge ? "edge" : ""}`}
      style={{ left: props.left, width: props.width }}
      onPointerDown={props.onDown}
      onPointerEnter={props.onEnter}
      onDoubleClick={props.onInspect}
      onContextMenu={(e) => {
        e.preventDefault();
        props.onMenu(e.clientX, e.clientY);
      }}
    >
      <span className="grid-text" dir="auto">
        {shown.text}
      </span>
    </div>
  );
}
