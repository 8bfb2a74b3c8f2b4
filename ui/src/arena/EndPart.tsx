// The end of the flow: the answer and why it is this one, or why there is none.
import type { Method } from "../contract";
import type { PartProps } from "./Inspector";
import { Press } from "./Press";

const METHODS: Record<Method, string> = {
  fast_path: "Enough attempts agree, so the results did not have to be compared pair by pair.",
  tournament: "The results were compared pair by pair.",
  fallback: "Fewer than two queries ran, so there was nothing to compare.",
};

export function EndPart({ run, scene, onThing }: PartProps) {
  const { end, leader } = scene;
  return (
    <>
      <p dir="auto">{end.says || "There is no answer yet."}</p>
      {scene.why && <p>{scene.why}</p>}
      {run.selection && <p className="quiet-text">{METHODS[run.selection.method]}</p>}
      {leader !== null && (
        <p className="row">
          <Press onPress={() => onThing({ is: "result", id: leader })}>Result {leader}</Press>
          {run.answer && (
            <Press onPress={() => onThing({ is: "attempt", id: run.answer?.candidate ?? "" })}>
              Its attempt
            </Press>
          )}
        </p>
      )}
    </>
  );
}
