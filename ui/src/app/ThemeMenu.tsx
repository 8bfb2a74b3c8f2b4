// Light, dark or as the system: each is in the menu, so that none is reached by way of another.
import { Check, Monitor, Moon, Sun } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover, Button as RacButton, Text } from "react-aria-components";
import type { ThemeChoice } from "./theme";

const THEMES = [
  { id: "system", says: "As the system", Icon: Monitor },
  { id: "light", says: "Light", Icon: Sun },
  { id: "dark", says: "Dark", Icon: Moon },
] as const;

interface Props {
  choice: ThemeChoice;
  onChoose(choice: ThemeChoice): void;
}

export function ThemeMenu({ choice, onChoose }: Props) {
  const now = THEMES.find((theme) => theme.id === choice) ?? THEMES[0];
  return (
    <MenuTrigger>
      <RacButton
        className="button quiet"
        aria-label={`Colours: ${now.says.toLowerCase()}`}
        data-testid="theme-menu"
      >
        <now.Icon aria-hidden size={17} />
      </RacButton>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label="Colours"
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
