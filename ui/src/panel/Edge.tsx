// The edge of the side panel: dragged, or moved by the arrow keys, it makes the panel wider and narrower.
import { type PointerEvent, useRef } from "react";
import { t } from "../text";
import "../text/en/panel";

export const NARROWEST = 320;
export const WIDEST = 960;
const STEP = 32;

const within = (width: number) => Math.max(NARROWEST, Math.min(WIDEST, Math.round(width)));

export function Edge({ width, onWidth }: { width: number; onWidth(width: number): void }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved, not one that divides a text
    <div
      className="panel-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t("panel.edge")}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      data-testid="panel-edge"
      onPointerDown={(e: PointerEvent<HTMLDivElement>) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        from.current = { x: e.clientX, width };
      }}
      onPointerMove={(e) => {
        if (from.current) onWidth(within(from.current.width + from.current.x - e.clientX));
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onKeyDown={(e) => {
        if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
        e.preventDefault();
        onWidth(within(width + (e.key === "ArrowLeft" ? STEP : -STEP)));
      }}
    />
  );
}
