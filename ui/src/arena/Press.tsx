// Small things to press within the arena's panel.
import type { ReactNode } from "react";
import { t } from "../text";
import { Dot } from "./Dot";
import type { Thing } from "./related";
import type { SAttempt } from "./scene";
import "../text/en/arena";

export function Press({ onPress, children }: { onPress(): void; children: ReactNode }) {
  return (
    <button type="button" className="tag press" dir="auto" onClick={onPress}>
      {children}
    </button>
  );
}

interface Props {
  label: string;
  attempts: readonly SAttempt[];
  none: string;
  onThing(thing: Thing): void;
}

export function AttemptChips({ label, attempts, none, onThing }: Props) {
  if (attempts.length === 0) return <p className="quiet-text">{none}</p>;
  return (
    <div className="attempt-chips">
      <span className="quiet-text">{label}</span>
      {attempts.map((attempt) => (
        <button
          key={attempt.id}
          type="button"
          className="tag press"
          aria-label={t("arena.attemptBy", { number: attempt.number, writer: attempt.writer.name })}
          onClick={() => onThing({ is: "attempt", id: attempt.id })}
        >
          <Dot writer={attempt.writer} size={12} solid />
          {attempt.number}
        </button>
      ))}
    </div>
  );
}
