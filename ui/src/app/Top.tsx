// The bar at the top: what is open, and the ways to everything else.
import { Gauge, Keyboard, PanelLeft, Settings as Gear, Telescope } from "lucide-react";
import { Button } from "../ui/Button";
import { AirplaneSwitch, type useAirplane } from "./Airplane";
import { type CommandId, shortcut } from "./commands";
import { got } from "./load";
import type { State } from "./state";
import { ThemeMenu } from "./ThemeMenu";
import type { useTheme } from "./theme";
import { Title } from "./Title";
import type { View } from "./view";

interface Props {
  state: State;
  shown: View;
  /** The left side is a drawer. */
  bare: boolean;
  narrow: boolean;
  tight: boolean;
  /** Another view than the question takes the whole window. */
  whole: boolean;
  panel: boolean;
  flying: ReturnType<typeof useAirplane>;
  theme: ReturnType<typeof useTheme>;
  onDrawer(): void;
  onNew(): void;
  onCommand(command: CommandId): void;
}

export function Top(props: Props) {
  const { state, shown, bare, narrow, tight, whole, panel, flying, theme, onDrawer, onNew, onCommand } =
    props;
  const run = state.run?.run ?? null;
  const opened = got(state.opened);
  return (
    <header className="top">
      {bare && (
        <Button kind="quiet" label="Databases, tables and history" testid="open-drawer" onPress={onDrawer}>
          <PanelLeft aria-hidden size={17} />
        </Button>
      )}
      <Title state={state} about={shown === "about"} onAbout={() => onCommand("about")} />
      <span className="grow" />
      {/* What comes and goes stands left of what stays: nothing moves under a pointer that just pressed. */}
      {run && (!whole || shown === "settings") && (
        <Button
          kind="quiet"
          small
          testid="new-question"
          label={panel ? "New question" : undefined}
          onPress={onNew}
        >
          {panel && !narrow ? "New" : "New topic"}
        </Button>
      )}
      {opened && shown !== "explore" && (
        <Button
          small
          testid="toolbar-explore"
          label={narrow || panel ? `Explore the data (${shortcut("explore")})` : undefined}
          hint={`Tables, diagram, health and glossary (${shortcut("explore")})`}
          onPress={() => onCommand("explore")}
        >
          <Telescope aria-hidden size={15} />
          {!narrow && !panel && "Explore"}
        </Button>
      )}
      {opened && shown !== "explore" && (
        <Button
          small
          testid="toolbar-faster"
          label={narrow || panel ? `Make a query faster (${shortcut("faster")})` : undefined}
          hint={`Another way to ask the same that takes less time (${shortcut("faster")})`}
          pressed={shown === "faster"}
          onPress={() => onCommand("faster")}
        >
          <Gauge aria-hidden size={15} />
          {!narrow && !panel && "Faster"}
        </Button>
      )}
      <AirplaneSwitch flying={flying} narrow={tight || panel} />
      <Button
        kind="quiet"
        label={`Settings (${shortcut("settings")})`}
        testid="show-settings"
        pressed={shown === "settings"}
        onPress={() => onCommand("settings")}
      >
        <Gear aria-hidden size={17} />
      </Button>
      <Button
        kind="quiet"
        label={`Keyboard shortcuts (${shortcut("shortcuts")})`}
        onPress={() => onCommand("shortcuts")}
      >
        <Keyboard aria-hidden size={17} />
      </Button>
      <ThemeMenu choice={theme.choice} onChoose={theme.choose} />
    </header>
  );
}
