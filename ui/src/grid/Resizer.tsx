import { useRef } from "react";

/** The edge of a heading; by keyboard, Alt with the arrow keys does the same. */
export function Resizer(props: { width: number; onWidth: (width: number) => void; onFit: () => void }) {
  const { width, onWidth, onFit } = props;
  const from = useRef<{ x: number; width: number } | null>(null);
  return (
    <span
      className="grid-resizer"
      aria-hidden
      onClick={(e) => e.stopPropagation()}
      onDoubleClick={onFit}
      // The heading is carried elsewhere by its name, not by its edge.
      draggable
      onDragStart={(e) => {
        e.preventDefault();
        e.stopPropagation();
      }}
      onPointerDown={(e) => {
        e.stopPropagation();
        e.currentTarget.setPointerCapture(e.pointerId);
        from.current = { x: e.clientX, width };
      }}
      onPointerMove={(e) => {
        if (from.current) onWidth(from.current.width + e.clientX - from.current.x);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
    />
  );
}
