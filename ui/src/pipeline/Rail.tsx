// The stages of a run with their times; each leads to its section.
import { Check, Circle, CircleX, LoaderCircle, Minus } from "lucide-react";
import { duration } from "../format/cell";
import type { StageTime } from "../run/stages";

const ICONS = { waiting: Circle, now: LoaderCircle, done: Check, skipped: Minus, broken: CircleX } as const;
const SAYS = {
  waiting: "waiting",
  now: "now",
  done: "done",
  skipped: "not needed",
  broken: "broke off here",
} as const;

interface Props {
  stages: StageTime[];
  total: number | null;
  targetOf(stage: StageTime["stage"]): string | null;
}

export function Rail({ stages, total, targetOf }: Props) {
  return (
    <nav className="rail" aria-label="Stages">
      <ol className="plain-list">
        {stages.map((s) => {
          const Icon = ICONS[s.state];
          const target = targetOf(s.stage);
          const inner = (
            <>
              <span className={`rail-dot ${s.state}`}>
                <Icon aria-hidden size={12} strokeWidth={2.6} className={s.state === "now" ? "spin" : ""} />
              </span>
              <span className="rail-words">
                <span className="rail-top">
                  <span className="rail-name">{s.name}</span>
                  <span className="rail-time">{s.ms === null ? "" : duration(s.ms)}</span>
                </span>
                <span className="rail-does">{s.does}</span>
              </span>
              <span className="offscreen">, {SAYS[s.state]}</span>
            </>
          );
          return (
            <li key={s.stage} className={`rail-item ${s.state}`} data-testid={`stage-${s.stage}`}>
              {target ? (
                <button type="button" className="rail-link" onClick={() => jump(target)}>
                  {inner}
                </button>
              ) : (
                <span className="rail-link still">{inner}</span>
              )}
            </li>
          );
        })}
      </ol>
      {total !== null && (
        <p className="rail-total">
          <span>In all</span>
          <span className="rail-time">{duration(total)}</span>
        </p>
      )}
    </nav>
  );
}

function jump(target: string) {
  const section = document.getElementById(target);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section?.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
  section?.focus({ preventScroll: true });
}
