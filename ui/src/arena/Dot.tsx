// An attempt's mark: its writer's shape and colour, and what became of it on top.
import type { Shape, Writer } from "./writers";

/** In a box of 24 by 24. */
const SHAPES: Record<Shape, string> = {
  circle: "M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19Z",
  square: "M5.5 3.5h13a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2Z",
  triangle: "M12 2L22.6 20.6H1.4Z",
  diamond: "M12 1L23 12L12 23L1 12Z",
  hexagon: "M6.4 2.4H17.6L23.2 12L17.6 21.6H6.4L.8 12Z",
  pentagon: "M12 1.4L23 9.4L18.8 21.8H5.2L1 9.4Z",
  star: "M12 1l3.2 7.2l7.8.8l-5.8 5.3l1.6 7.7L12 18.1L5.2 22l1.6-7.7L1 9l7.8-.8Z",
  cross: "M8.2 2h7.6v6.2H22v7.6h-6.2V22H8.2v-6.2H2V8.2h6.2Z",
};

/** Where the shape's middle is not the box's. */
const DOWN: Partial<Record<Shape, number>> = { triangle: 2.6, pentagon: 0.6, star: 0.6 };

interface Props {
  writer: Writer;
  size: number;
  /** Nothing inside, as in a legend or a vote. */
  number?: string;
  failed?: boolean;
  waiting?: boolean;
  /** Full colour, as for votes. */
  solid?: boolean;
}

export function Dot({ writer, size, number, failed, waiting, solid }: Props) {
  return (
    <svg
      aria-hidden
      className={`dot ${failed ? "failed" : ""} ${waiting ? "waiting" : ""} ${solid ? "solid" : ""}`}
      style={{ color: writer.colour }}
      width={size}
      height={size}
      viewBox="-1 -1 26 26"
    >
      <path d={SHAPES[writer.shape]} />
      {number !== undefined && (
        <text x={12} y={12 + (DOWN[writer.shape] ?? 0)} fontSize={number.length > 2 ? 8.5 : 10.5}>
          {number}
        </text>
      )}
      {failed && <path className="dot-cross" d="M17 17L24 24M24 17L17 24" />}
    </svg>
  );
}
