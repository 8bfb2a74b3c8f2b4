import { useEffect, useRef, useState } from "react";
import { asProblem } from "../backend/backend";
import type { Chart, Problem } from "../contract";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";

export function ChartView({ chart, dark }: { chart: Chart; dark: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"drawing" | "drawn" | Problem>("drawing");
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read while drawing
  useEffect(() => {
    const element = place.current;
    if (!element || width === 0) return;
    let finalize: (() => void) | undefined;
    let gone = false;
    import("./vega")
      .then(({ draw }) => draw(element, chart.spec, width))
      .then((result) => {
        if (gone) result.finalize();
        else {
          finalize = () => result.finalize();
          setState("drawn");
        }
      })
      .catch((error: unknown) => {
        if (gone) return;
        setState({
          code: "internal",
          message: "The chart could not be drawn.",
          hint: "The table has the same figures.",
          detail: asProblem(error).detail,
        });
      });
    return () => {
      gone = true;
      finalize?.();
    };
  }, [chart, width, dark]);

  return (
    <figure className="chart" data-testid="chart">
      <figcaption className="chart-title">{chart.title}</figcaption>
      {state === "drawing" && <Skeleton lines={6} label="Drawing the chart" />}
      {typeof state === "object" && <ProblemView compact problem={state} />}
      <div
        ref={place}
        className="chart-place"
        role="img"
        aria-label={`Chart: ${chart.title}. The table has the figures.`}
      />
    </figure>
  );
}
