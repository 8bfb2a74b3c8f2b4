// A table by its name, among hundreds.
import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Virtualizer,
} from "react-aria-components";

interface Props {
  label: string;
  labelShown?: boolean;
  placeholder?: string;
  names: readonly string[];
  chosen: string | null;
  onChoose(name: string): void;
  testid?: string;
}

export function NameFinder({ label, labelShown, placeholder, names, chosen, onChoose, testid }: Props) {
  const items = useMemo(() => names.map((name) => ({ id: name })), [names]);
  return (
    <ComboBox
      className={`finder ${labelShown ? "field" : ""}`}
      aria-label={labelShown ? undefined : label}
      defaultItems={items}
      selectedKey={chosen}
      onSelectionChange={(key) => {
        if (key !== null) onChoose(String(key));
      }}
    >
      {labelShown && <Label className="field-label">{label}</Label>}
      <span className="finder-box">
        <Input className="input finder-input" placeholder={placeholder} data-testid={testid} dir="auto" />
        <Button className="finder-open">
          <ChevronDown aria-hidden size={14} />
        </Button>
      </span>
      <Popover className="popover finder-popover">
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: 30 }}>
          <ListBox className="finder-list">
            {(item: { id: string }) => (
              <ListBoxItem id={item.id} textValue={item.id} className="menu-item finder-item">
                <span dir="auto">{item.id}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </ComboBox>
  );
}
