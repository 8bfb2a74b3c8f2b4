// Saved connections: mark, name and kind; a menu for what else can be done with one.
import {
  CircleDot,
  CirclePause,
  Database,
  Ellipsis,
  FileSpreadsheet,
  KeyRound,
  Loader,
  TriangleAlert,
} from "lucide-react";
import { useRef } from "react";
import { Menu, MenuItem, MenuTrigger, Popover, Button as RacButton } from "react-aria-components";
import type { State } from "../app/state";
import type { Verbs } from "../app/useAskwell";
import { ColourMark } from "../connect/ColourMark";
import type { Connection, Progress } from "../contract";
import { t } from "../text";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { describe } from "./dialects";
import { settled } from "./order";
import "../text/en/app";
import "../text/en/sidebar";

interface Props {
  state: State;
  verbs: Verbs;
  onChosen(): void;
  onAbout(connection: Connection): void;
  onEdit(connection: Connection): void;
  onForget(connection: Connection): void;
}

export function Connections(props: Props) {
  const { state, verbs } = props;
  const placed = useRef<string[]>([]);
  if (state.connections.is === "failed") {
    return <ProblemView compact problem={state.connections.problem} onRetry={verbs.retry} />;
  }
  if (state.connections.is !== "ready")
    return <Skeleton lines={3} label={t("sidebar.connections.reading")} />;
  const list = settled(placed.current, state.connections.value);
  placed.current = list.map((c) => c.id);
  return (
    <ul className="connections">
      {list.map((connection) => (
        <Row key={connection.id} {...props} connection={connection} />
      ))}
    </ul>
  );
}

function Row({
  connection,
  state,
  verbs,
  onChosen,
  onAbout,
  onEdit,
  onForget,
}: Props & { connection: Connection }) {
  const current = connection.id === state.current;
  const Icon = connection.target.place.kind === "files" ? FileSpreadsheet : Database;
  return (
    <li className={`connection ${current ? "current" : ""}`}>
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
        <span className="connection-icon">
          {connection.colour ? (
            <ColourMark colour={connection.colour} size={14} />
          ) : (
            <Icon aria-hidden size={16} />
          )}
        </span>
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
      <MenuTrigger>
        <RacButton
          className="button quiet small connection-more"
          aria-label={t("sidebar.connections.more", { name: connection.name })}
          data-testid={`more-${connection.id}`}
        >
          <Ellipsis aria-hidden size={15} />
        </RacButton>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            onAction={(key) => {
              if (key === "about") onAbout(connection);
              if (key === "edit") onEdit(connection);
              if (key === "forget") onForget(connection);
            }}
          >
            <MenuItem id="about" className="menu-item">
              {t("app.commands.about")}
            </MenuItem>
            {!connection.sample && (
              <MenuItem id="edit" className="menu-item">
                {t("sidebar.connections.edit")}
              </MenuItem>
            )}
            {!connection.sample && (
              <MenuItem id="forget" className="menu-item">
                {t("sidebar.connections.forget")}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </li>
  );
}

function Condition({ state }: { state: State }) {
  if (state.opened.is === "failed") {
    return state.opened.problem.code === "needs_secret" ? (
      <span className="condition">
        <KeyRound aria-hidden size={12} /> {t("sidebar.connections.locked")}
      </span>
    ) : (
      <span className="condition bad">
        <TriangleAlert aria-hidden size={12} /> {t("sidebar.connections.notOpen")}
      </span>
    );
  }
  if (state.opened.is !== "ready" || state.prepared.is === "loading") {
    const { progress } = state;
    return (
      <span className="condition">
        {progress?.paused ? (
          <CirclePause aria-hidden size={12} />
        ) : (
          <Loader aria-hidden size={12} className="spin" />
        )}
        {progress ? progressWord(progress) : t("sidebar.connections.opening")}
      </span>
    );
  }
  return (
    <span className="condition good">
      <CircleDot aria-hidden size={12} /> {t("sidebar.connections.open")}
    </span>
  );
}

function progressWord({ phase, paused, done, of }: Progress): string {
  if (paused) return t("sidebar.connections.paused");
  if (phase === "read") return t("sidebar.connections.readingOf", { n: Math.min(of, done + 1), of });
  return phase === "describe" ? t("sidebar.connections.describing") : t("sidebar.connections.indexing");
}
