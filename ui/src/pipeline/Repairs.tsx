// Queries that were mended: what was wrong, and the text before and after.
import { diffWordsWithSpace } from "diff";
import { Check, Wrench, X } from "lucide-react";
import type { RepairAttempt } from "../contract";
import { attemptNumber } from "../run/stages";

export function Repairs({
  repairs,
  onSql,
}: {
  repairs: RepairAttempt[];
  onSql: (candidate: string) => void;
}) {
  return (
    <ul className="plain-list repairs">
      {repairs.map((repair, n) => (
        <li key={n} className="repair" data-testid={`repair-${repair.candidate}`}>
          <p className="repair-head">
            <Wrench aria-hidden size={14} />
            <b>{repair.rule.replaceAll("_", " ")}</b>
            <button
              type="button"
              className="tag press"
              onClick={() => onSql(repair.candidate)}
              aria-label={`Show the SQL of attempt ${attemptNumber(repair.candidate)}`}
            >
              attempt {attemptNumber(repair.candidate)}
            </button>
            {repair.worked ? (
              <span className="with-icon tone-good">
                <Check aria-hidden size={13} /> worked
              </span>
            ) : (
              <span className="with-icon tone-bad">
                <X aria-hidden size={13} /> did not help
              </span>
            )}
          </p>
          <p dir="auto">{repair.why}</p>
          <Diff before={repair.before} after={repair.after} />
        </li>
      ))}
    </ul>
  );
}

function Diff({ before, after }: { before: string; after: string }) {
  const parts = diffWordsWithSpace(before, after);
  return (
    <div className="diff">
      <figure>
        <figcaption>Before</figcaption>
        <pre>
          {parts.map((part, n) =>
            part.added ? null : part.removed ? (
              <del key={n}>{part.value}</del>
            ) : (
              <span key={n}>{part.value}</span>
            ),
          )}
        </pre>
      </figure>
      <figure>
        <figcaption>After</figcaption>
        <pre>
          {parts.map((part, n) =>
            part.removed ? null : part.added ? (
              <ins key={n}>{part.value}</ins>
            ) : (
              <span key={n}>{part.value}</span>
            ),
          )}
        </pre>
      </figure>
    </div>
  );
}
