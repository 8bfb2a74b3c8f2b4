// The attempts of the self-test: what each tried, its SQL, and the words of the lock that held.
import { LockKeyhole, TriangleAlert } from "lucide-react";
import type { Attempt } from "../contract";
import { t } from "../text";
import { LOCKS } from "./attempts";
import "../text/en/about";

export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <ol className="plain-list attempt-list">
      {attempts.map((attempt, n) => (
        <li key={n} className={`attempt ${attempt.held === null ? "through" : ""}`}>
          <p className="attempt-head">
            <span className="attempt-name">{attempt.name}</span>
            <Held attempt={attempt} />
          </p>
          <code className="attempt-sql" dir="ltr">
            {attempt.sql}
          </code>
          {attempt.says && <p className="attempt-says">{attempt.says}</p>}
        </li>
      ))}
    </ol>
  );
}

function Held({ attempt }: { attempt: Attempt }) {
  if (attempt.held === null) {
    return (
      <span className="held bad">
        <TriangleAlert aria-hidden size={13} /> {t("about.lock.gotThrough")}
      </span>
    );
  }
  const name = LOCKS.find((l) => l.lock === attempt.held)?.name ?? attempt.held;
  return (
    <span className="held">
      <LockKeyhole aria-hidden size={13} /> {name}
    </span>
  );
}
