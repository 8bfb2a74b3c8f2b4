// The end of the flow: the answer and why it is this one, or why there is none.
import type { Grade, Method } from "../contract";
import { t } from "../text";
import type { PartProps } from "./Inspector";
import { Press } from "./Press";
import "../text/en/arena";

const METHODS: Record<Method, string> = {
  fast_path: t("arena.end.fastPath"),
  tournament: t("arena.end.tournament"),
  fallback: t("arena.end.fallback"),
};

export function EndPart({ run, scene, onThing }: PartProps) {
  const { end, leader } = scene;
  return (
    <>
      <p dir="auto">{end.says || t("arena.noAnswerYet")}</p>
      {scene.why && <p>{scene.why}</p>}
      {run.selection && <p className="quiet-text">{METHODS[run.selection.method]}</p>}
      {run.grades.map((grade) => (
        <div key={`${grade.candidate} ${grade.round}`} data-testid="review">
          <p className="quiet-text">{reviewWords(grade)}</p>
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
          <Press onPress={() => onThing({ is: "result", id: leader })}>
            {t("arena.result", { id: leader })}
          </Press>
          {run.answer && (
            <Press onPress={() => onThing({ is: "attempt", id: run.answer?.candidate ?? "" })}>
              {t("arena.end.attempt")}
            </Press>
          )}
        </p>
      )}
    </>
  );
}

/** What a review came to, in one line. */
function reviewWords(grade: Grade): string {
  const came = grade.passes ? "passed" : "failed";
  const which = grade.round === 0 ? came : (`${came}Anew` as const);
  return grade.by === null
    ? t(`arena.review.rules.${which}`)
    : t(`arena.review.model.${which}`, { model: grade.by });
}
