// Earlier runs on this database; a click shows one again as it was.
import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  OctagonX,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import { useState } from "react";
import type { Load } from "../app/load";
import type { RunSummary } from "../contract";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";

const STATES = {
  high: { Icon: CircleCheck, says: "answered, high trust", tone: "good" },
  medium: { Icon: CircleHelp, says: "answered, medium trust", tone: "info" },
  low: { Icon: TriangleAlert, says: "answered, low trust", tone: "warn" },
  declined: { Icon: CircleSlash, says: "declined", tone: "quiet" },
  failed: { Icon: CircleAlert, says: "failed", tone: "bad" },
  stopped: { Icon: OctagonX, says: "stopped", tone: "quiet" },
  interrupted: { Icon: Unplug, says: "interrupted", tone: "quiet" },
} as const;

interface Props {
  history: Load<RunSummary[]>;
  current: string | null;
  onShow(run: string, question: string): void;
}

const ENOUGH_TO_SEARCH = 8;

export function History({ history, current, onShow }: Props) {
  const [words, setWords] = useState("");
  if (history.is === "failed") return <ProblemView compact problem={history.problem} />;
  if (history.is !== "ready") return <Skeleton lines={4} label="Reading earlier questions" />;
  const runs = history.value;
  if (runs.length === 0)
    return <p className="pane-note">Questions you ask of this database are kept here.</p>;
  const wanted = words.trim().toLocaleLowerCase();
  const shown = runs.filter((r) => `${r.question} ${r.sentence}`.toLocaleLowerCase().includes(wanted));
  return (
    <div className="history">
      {runs.length > ENOUGH_TO_SEARCH && (
        <input
          className="input"
          type="search"
          aria-label="Search earlier questions"
          placeholder="Search earlier questions"
          value={words}
          onChange={(e) => setWords(e.target.value)}
        />
      )}
      {shown.length === 0 && <p className="pane-note">No earlier question has “{words}”.</p>}
      <ul className="plain-list">
        {shown.map((run) => {
          const { Icon, says, tone } = STATES[run.state === "answered" ? (run.trust ?? "medium") : run.state];
          return (
            <li key={run.run}>
              <button
                type="button"
                className={`history-item ${current === run.run ? "current" : ""}`}
                aria-current={current === run.run}
                data-testid={`history-${run.run}`}
                onClick={() => onShow(run.run, run.question)}
              >
                <Icon aria-label={says} size={15} className={`tone-${tone}`} />
                <span className="history-words">
                  <span className="history-question" dir="auto">
                    {run.question}
                  </span>
                  <span className="history-sentence" dir="auto">
                    {run.sentence || says}
                  </span>
                  <time className="history-when" dateTime={new Date(run.started).toISOString()}>
                    {when(run.started)}
                    {run.verified && " · you found it right"}
                  </time>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function when(ms: number): string {
  const date = new Date(ms);
  const today = new Date().toDateString() === date.toDateString();
  return new Intl.DateTimeFormat(
    undefined,
    today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
  ).format(date);
}
