// How the engine works on each: its steps, with rows and time where it gives them.
import type { Explain } from "../contract";
import { count } from "../format/cell";
import { measured, planLines } from "./planLines";

export function Plans({ before, after }: { before: Explain | null; after: Explain | null }) {
  if (before === null) return null;
  const both = after !== null;
  return (
    <details className="about-card faster-more" data-testid="faster-plans">
      <summary>How the database works on {both ? "each" : "it"}</summary>
      <p className="quiet-text">
        Each step takes its rows from the steps below it.
        {!measured(before) && " This database gives no times."}
      </p>
      <div className={both ? "faster-sides" : undefined}>
        <Plan title={both ? "Before" : "As it is"} plan={before} />
        {after && <Plan title="After" plan={after} />}
      </div>
    </details>
  );
}

function Plan({ title, plan }: { title: string; plan: Explain }) {
  const lines = planLines(plan);
  return (
    <div className="faster-side">
      <h3 className="label">{title}</h3>
      <div className="faster-plan">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Rows</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <td>
                  <span className="faster-step" style={{ paddingInlineStart: `${line.depth * 0.9}rem` }}>
                    {line.depth > 0 && <span aria-hidden>└ </span>}
                    {line.label}
                  </span>
                </td>
                <td className="num">
                  {line.rows === null ? "" : `${line.counted ? "" : "about "}${count(Math.round(line.rows))}`}
                </td>
                <td className="num">
                  {line.ms !== null && (
                    <>
                      {line.ms < 10 ? line.ms.toFixed(1) : count(Math.round(line.ms))} ms
                      <span
                        className="faster-share"
                        aria-hidden
                        style={{ inlineSize: `${Math.round((line.share ?? 0) * 100)}%` }}
                      />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
