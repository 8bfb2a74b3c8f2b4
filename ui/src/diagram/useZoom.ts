// Zooming and panning of what lies in a frame. The picture is moved by its transform alone, so that React draws nothing
// while the person moves about.
import { select } from "d3-selection";
import { type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import type { Box } from "./layout";

/** Under this scale names are too small to read and are left out. */
const FAR = 0.42;

/** What of the picture is in the frame. */
export interface View {
  box: Box;
  far: boolean;
}
const EXTENT: [number, number] = [0.04, 2.5];
const MARGIN = 28;
/** Room for the buttons at the side. */
const ASIDE = 52;

export interface Zoom {
  /** The place of the picture under a place of the window. */
  at(clientX: number, clientY: number): { x: number; y: number };
  fit(): void;
  by(factor: number): void;
  pan(dx: number, dy: number): void;
  centre(box: Box): void;
  /** Moves only as far as is needed to see it whole. */
  reveal(box: Box): void;
}

export function useZoom(
  frame: RefObject<HTMLDivElement | null>,
  world: RefObject<HTMLDivElement | null>,
  names: RefObject<HTMLDivElement | null>,
  size: { width: number; height: number },
  onView: (view: View) => void,
): Zoom {
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown> | null>(null);
  const now = useRef(size);
  now.current = size;
  const viewed = useRef(onView);
  viewed.current = onView;

  useEffect(() => {
    const place = frame.current;
    if (!place) return;
    const made = zoom<HTMLDivElement, unknown>()
      .scaleExtent(EXTENT)
      .on("start", () => world.current?.classList.add("moving"))
      .on("end", () => world.current?.classList.remove("moving"))
      .on("zoom", ({ transform }) => {
        const moved = world.current;
        if (!moved) return;
        moved.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
        const far = transform.k < FAR ? "yes" : "no";
        if (moved.dataset.far !== far) moved.dataset.far = far;
        // On the names' own layer: a property of the whole picture would make the browser look at every table again.
        if (names.current) names.current.style.fontSize = `${Math.min(64, Math.max(14, 14 / transform.k))}px`;
        place.dataset.scale = transform.k.toFixed(3);
        viewed.current({
          far: far === "yes",
          box: {
            x: -transform.x / transform.k,
            y: -transform.y / transform.k,
            width: place.clientWidth / transform.k,
            height: place.clientHeight / transform.k,
          },
        });
      });
    behaviour.current = made;
    const chosen = select(place);
    chosen.call(made).on("dblclick.zoom", null);
    return () => {
      chosen.on(".zoom", null);
      behaviour.current = null;
    };
  }, [frame, world, names]);

  const apply = useCallback(
    (how: (to: ZoomBehavior<HTMLDivElement, unknown>, place: HTMLDivElement) => void) => {
      if (behaviour.current && frame.current) how(behaviour.current, frame.current);
    },
    [frame],
  );

  return useMemo<Zoom>(() => {
    const centreAt = (box: Box, k: number) =>
      apply((to, place) => {
        const x = place.clientWidth / 2 - (box.x + box.width / 2) * k;
        const y = place.clientHeight / 2 - (box.y + box.height / 2) * k;
        select(place).call(to.transform, zoomIdentity.translate(x, y).scale(k));
      });
    return {
      at: (clientX, clientY) => {
        const place = frame.current;
        if (!place) return { x: 0, y: 0 };
        const { left, top } = place.getBoundingClientRect();
        const [x, y] = zoomTransform(place).invert([clientX - left, clientY - top]);
        return { x, y };
      },
      fit: () =>
        apply((_, place) => {
          const { width, height } = now.current;
          const k = Math.min(
            (place.clientWidth - 2 * ASIDE) / Math.max(1, width),
            (place.clientHeight - 2 * MARGIN) / Math.max(1, height),
            1,
          );
          centreAt({ x: 0, y: 0, width, height }, Math.max(EXTENT[0], k));
        }),
      by: (factor) => apply((to, place) => select(place).call(to.scaleBy, factor)),
      pan: (dx, dy) =>
        apply((to, place) =>
          select(place).call(to.translateBy, dx / zoomTransform(place).k, dy / zoomTransform(place).k),
        ),
      centre: (box) => apply((_, place) => centreAt(box, Math.max(0.85, zoomTransform(place).k))),
      reveal: (box) =>
        apply((_, place) => {
          const t = zoomTransform(place);
          const left = box.x * t.k + t.x;
          const top = box.y * t.k + t.y;
          const seen =
            left > MARGIN &&
            top > MARGIN &&
            left + box.width * t.k < place.clientWidth - MARGIN &&
            top + box.height * t.k < place.clientHeight - MARGIN;
          if (!seen) centreAt(box, t.k);
        }),
    };
  }, [apply, frame]);
}
