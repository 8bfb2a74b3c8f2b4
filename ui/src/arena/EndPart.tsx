// The end of the flow: the answer and why it is this one, or why there is none.
import type { Grade, Method } from "../contract";
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
      {run.grades.map((grade) => (
        <div key={`${grade.candidate} ${grade.round}`} data-testid="review">
          <p className="quiet-text">{reviewWords(grade)}.</p>
          {grade.issues.length > 0 && (
            <ul className="plain-list dots">
              {[...new Set(grade.issues)].map((issue) => (
                <li key={issue} dir="auto">
                  {issue}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
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

/** What a review came to, in one line. */
function reviewWords(grade: Grade): string {
  const who = grade.by === null ? "A review by rules" : `A review by ${grade.by}`;
  const which = grade.round === 0 ? "" : ", of a query written anew";
  return `${who}${which}: ${grade.passes ? "it passed" : "it did not pass"}`;
}
