// How the answer was reached, step by step: the words that each step answers to, and its rows.
import type { TraceStep } from "../contract";
import { wordsUnder } from "../run/spans";
import { stepRows } from "./stepRows";

export function Steps({ question, steps }: { question: string; steps: TraceStep[] }) {
  const told = steps.map((step) => ({
    text: step.text,
    words: wordsUnder(question, step.words),
    rows: stepRows(step),
  }));
  return (
    <>
      <h4 className="sub-title">How I got this</h4>
      {told.some((step) => step.words.length > 0) && (
        <p className="quiet-text">In boxes: the words of the question that a step answers to.</p>
      )}
      <ol className="steps" aria-label="How I got this">
        {told.map(({ text, words, rows }, n) => (
          <li key={`${n}-${text}`}>
            <div className="step">
              <p className="step-text" dir="auto">
                {text}
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
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function Answering({ words }: { words: string[] }) {
  return (
    <span className="step-words">
      <span className="step-gap"> </span>
      <span className="offscreen">Answers to: </span>
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
