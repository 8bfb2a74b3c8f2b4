// Light, dark or as the system: each is in the menu, so that none is reached by way of another.
import { Check, Monitor, Moon, Sun } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover, Button as RacButton, Text } from "react-aria-components";
import { t } from "../text";
import type { ThemeChoice } from "./theme";
import "../text/en/app";

const THEMES = [
  { id: "system", says: t("app.theme.system"), now: t("app.theme.systemNow"), Icon: Monitor },
  { id: "light", says: t("app.theme.light"), now: t("app.theme.lightNow"), Icon: Sun },
  { id: "dark", says: t("app.theme.dark"), now: t("app.theme.darkNow"), Icon: Moon },
] as const;

interface Props {
  choice: ThemeChoice;
  onChoose(choice: ThemeChoice): void;
}

export function ThemeMenu({ choice, onChoose }: Props) {
  const now = THEMES.find((theme) => theme.id === choice) ?? THEMES[0];
  return (
    <MenuTrigger>
      <RacButton className="button quiet" aria-label={now.now} data-testid="theme-menu">
        <now.Icon aria-hidden size={17} />
      </RacButton>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label={t("app.theme.colours")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[choice]}
          onAction={(key) => onChoose(key as ThemeChoice)}
        >
          {THEMES.map(({ id, says, Icon }) => (
            <MenuItem
              key={id}
              id={id}
              className="menu-item with-marks"
              textValue={says}
              data-testid={`theme-${id}`}
            >
              <Icon aria-hidden size={15} />
              <Text slot="label">{says}</Text>
              <span className="menu-mark">{id === choice && <Check aria-hidden size={15} />}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
