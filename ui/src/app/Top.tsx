// The bar at the top: what is open, and the ways to everything else.
import { Gauge, Keyboard, PanelLeft, Settings as Gear, Telescope } from "lucide-react";
import { t } from "../text";
import { Button } from "../ui/Button";
import { AirplaneSwitch, type useAirplane } from "./Airplane";
import { type CommandId, shortcut } from "./commands";
import { got } from "./load";
import type { State } from "./state";
import { ThemeMenu } from "./ThemeMenu";
import type { useTheme } from "./theme";
import { Title } from "./Title";
import type { View } from "./view";
import "../text/en/app";

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
        <Button kind="quiet" label={t("app.window.left")} testid="open-drawer" onPress={onDrawer}>
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
          label={panel ? t("app.top.newQuestion") : undefined}
          onPress={onNew}
        >
          {panel && !narrow ? t("app.top.new") : t("app.top.newTopic")}
        </Button>
      )}
      {opened && shown !== "explore" && (
        <Button
          small
          testid="toolbar-explore"
          label={narrow || panel ? t("app.top.exploreKeys", { keys: shortcut("explore") }) : undefined}
          hint={t("app.top.exploreHint", { keys: shortcut("explore") })}
          onPress={() => onCommand("explore")}
        >
          <Telescope aria-hidden size={15} />
          {!narrow && !panel && t("app.top.explore")}
        </Button>
      )}
      {opened && shown !== "explore" && (
        <Button
          small
          testid="toolbar-faster"
          label={narrow || panel ? t("app.top.fasterKeys", { keys: shortcut("faster") }) : undefined}
          hint={t("app.top.fasterHint", { keys: shortcut("faster") })}
          pressed={shown === "faster"}
          onPress={() => onCommand("faster")}
        >
          <Gauge aria-hidden size={15} />
          {!narrow && !panel && t("app.top.faster")}
        </Button>
      )}
      <AirplaneSwitch flying={flying} narrow={tight || panel} />
      <Button
        kind="quiet"
        label={t("app.top.settings", { keys: shortcut("settings") })}
        testid="show-settings"
        pressed={shown === "settings"}
        onPress={() => onCommand("settings")}
      >
        <Gear aria-hidden size={17} />
      </Button>
      <Button
        kind="quiet"
        label={t("app.top.shortcuts", { keys: shortcut("shortcuts") })}
        onPress={() => onCommand("shortcuts")}
      >
        <Keyboard aria-hidden size={17} />
      </Button>
      <ThemeMenu choice={theme.choice} onChoose={theme.choose} />
    </header>
  );
}
