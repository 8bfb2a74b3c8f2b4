// The steps to an answer: the words that each one answers to, and its rows, drawn as one band from the first to the last.
import type { TraceStep } from "../contract";
import { wordsUnder } from "../run/spans";
import { t } from "../text";
import { litStep, ofStep, useLit } from "./lit";
import { bandOf, narrowing, stepRows } from "./stepRows";
import "../text/en/how";
import "../text/en/run";

export function Steps({ question, steps }: { question: string; steps: readonly TraceStep[] }) {
  const { lit, light, uses } = useLit();
  const band = bandOf(steps);
  const sum = narrowing(steps);
  return (
    <>
      {sum.length > 1 && (
        <p className="quiet-text how-sum" title={t("how.bandHint")}>
          {t("how.rows", { figures: sum.join(" → ") })}
        </p>
      )}
      <ol className="steps" aria-label={t("run.how.answered")}>
        {steps.map((step, n) => {
          const words = wordsUnder(question, step.words);
          const rows = stepRows(step);
          const width = band[n];
          const point = () => light(ofStep(step, uses));
          return (
            <li key={`${n}-${step.text}`}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing lights, and changes nothing */}
              <div
                className={`step ${litStep(lit, step, uses) ? "lit" : ""}`}
                tabIndex={words.length > 0 ? 0 : undefined}
                onPointerEnter={point}
                onPointerLeave={() => light(null)}
                onFocus={point}
                onBlur={() => light(null)}
              >
                <p className="step-text" dir="auto">
                  {step.text}
                  {words.length > 0 && <Answering words={words} />}
                </p>
                {rows && (
                  <p className="step-rows">
                    <span aria-hidden>
                      {rows.figures} <span className="step-unit">{rows.unit}</span>
                    </span>
                    <span className="offscreen">{rows.spoken}</span>
                  </p>
                )}
                {sum.length > 1 && (
                  <svg aria-hidden className="step-band" viewBox="0 0 100 100" preserveAspectRatio="none">
                    {width && (
                      <path
                        className={width.known ? "" : "guessed"}
                        d={`M${50 - width.from / 2} 0H${50 + width.from / 2}C${50 + width.from / 2} 60 ${50 + width.to / 2} 40 ${50 + width.to / 2} 100H${50 - width.to / 2}C${50 - width.to / 2} 40 ${50 - width.from / 2} 60 ${50 - width.from / 2} 0Z`}
                      />
                    )}
                  </svg>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Answering({ words }: { words: string[] }) {
  return (
    <span className="step-words">
      <span className="step-gap"> </span>
      <span className="offscreen">{t("how.answersTo")} </span>
      {words.map((word, n) => (
        <span key={word}>
          {n > 0 && <span className="offscreen">, </span>}
          <span className="chip-word" dir="auto">
            {word}
          </span>
        </span>
      ))}
    </span>
  );
}
