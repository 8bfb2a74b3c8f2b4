// How I got this: the question, and under it the steps to its answer, with its rows as a band that narrows. What is
// pointed at lights what belongs to it, in the question, among the steps and over the result.
import type { Answer, Span } from "../contract";
import type { Run } from "../run/reduce";
import { pieces } from "../run/spans";
import { t } from "../text";
import { litWord, ofWords, useLit } from "./lit";
import { Steps } from "./Steps";
import "../text/en/how";

export function How({ run, answer }: { run: Run; answer: Answer }) {
  const question = run.plan?.question ?? run.question;
  if (answer.steps.length === 0) return <p className="quiet-text how-none">{t("how.none")}</p>;
  return (
    <div className="how-steps">
      <Question question={question} spans={answer.steps.flatMap((step) => step.words)} />
      <Steps question={question} steps={answer.steps} />
    </div>
  );
}

function Question({ question, spans }: { question: string; spans: readonly Span[] }) {
  const { lit, light, uses } = useLit();
  const marks = [...new Map(spans.map((span) => [`${span.start}-${span.end}`, span])).values()];
  return (
    <p className="how-question" dir="auto" data-testid="how-question">
      {pieces(question, marks).map((piece, n) => {
        const own = piece.marks.flatMap((mark) => marks[mark] ?? []);
        if (own.length === 0) return <span key={n}>{piece.text}</span>;
        const point = () => light(ofWords(own, uses));
        return (
          <button
            key={n}
            type="button"
            className={`how-word ${own.some((word) => litWord(lit, word)) ? "lit" : ""}`}
            onPointerEnter={point}
            onPointerLeave={() => light(null)}
            onFocus={point}
            onBlur={() => light(null)}
          >
            {piece.text}
          </button>
        );
      })}
    </p>
  );
}
