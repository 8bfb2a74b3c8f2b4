import { CircleDot, Database, Loader, TriangleAlert, X } from "lucide-react";
import type { State } from "../app/state";
import type { Verbs } from "../app/useAskwell";
import type { Connection } from "../contract";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { describe } from "./dialects";

export function Connections({
  state,
  verbs,
  onChosen,
}: {
  state: State;
  verbs: Verbs;
  onChosen: () => void;
}) {
  if (state.connections.is === "failed") {
    return <ProblemView compact problem={state.connections.problem} onRetry={verbs.retry} />;
  }
  if (state.connections.is !== "ready") return <Skeleton lines={3} label="Reading the list of databases" />;
  return (
    <ul className="connections">
      {state.connections.value.map((connection) => {
        const current = connection.id === state.current;
        return (
          <li key={connection.id} className={`connection ${current ? "current" : ""}`}>
            <button
              type="button"
              className="connection-main"
              aria-current={current}
              data-testid={`connection-${connection.id}`}
              title={connection.about || connection.url}
              onClick={() => {
                if (!current || state.opened.is === "failed") verbs.choose(connection.id);
                onChosen();
              }}
            >
              <Database aria-hidden size={16} className="connection-icon" />
              <span className="connection-words">
                <span className="connection-name" dir="auto">
                  {connection.name}
                </span>
                <span className="connection-kind">
                  {describe(connection)}
                  {current && <Condition state={state} />}
                </span>
              </span>
            </button>
            {!connection.sample && (
              <Button
                kind="quiet"
                small
                className="connection-forget"
                label={`Remove ${connection.name} from this list`}
                hint="Remove from this list. The file stays as it is."
                onPress={() => verbs.forget(connection.id)}
              >
                <X aria-hidden size={14} />
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Condition({ state }: { state: State }) {
  if (state.opened.is === "failed") {
    return (
      <span className="condition bad">
        <TriangleAlert aria-hidden size={12} /> not open
      </span>
    );
  }
  if (state.opened.is !== "ready" || state.prepared.is === "loading") {
    const { progress } = state;
    return (
      <span className="condition">
        <Loader aria-hidden size={12} className="spin" />
        {progress ? `reading ${progress.done + 1} of ${progress.of}` : "opening"}
      </span>
    );
  }
  return (
    <span className="condition good">
      <CircleDot aria-hidden size={12} /> open
    </span>
  );
}

export type { Connection };
