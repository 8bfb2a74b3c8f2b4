// A pane whose contents are not there: on their way, or why they did not come, with a way to try again.
import type { Load } from "../app/load";
import { ProblemView } from "./ProblemView";
import { Skeleton } from "./Skeleton";

interface Props {
  load: Load<unknown>;
  again(): void;
  lines: number;
  /** What a screen reader hears meanwhile. */
  label: string;
}

export function Waiting({ load, again, lines, label }: Props) {
  return (
    <div className="sheet">
      {load.is === "failed" ? (
        <ProblemView problem={load.problem} onRetry={again} />
      ) : (
        <Skeleton lines={lines} label={label} />
      )}
    </div>
  );
}
