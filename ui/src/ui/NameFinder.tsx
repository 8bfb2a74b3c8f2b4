// A name among hundreds: part of it is typed, the rest chosen from a list.
//
// The list is not windowed. A windowed list gives the same node to another name while the list is narrowed, and a click
// that falls between the two chooses the wrong name or none.
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  useFilter,
} from "react-aria-components";
import { t } from "../text";
import { AT_MOST, found } from "./names";
import "../text/en/ui";

interface Props {
  label: string;
  labelShown?: boolean;
  placeholder?: string;
  names: readonly string[];
  chosen: string | null;
  onChoose(name: string): void;
  /** What is typed, where names are looked up by it. */
  onType?(text: string): void;
  testid?: string;
}

export function NameFinder(props: Props) {
  const { label, labelShown, placeholder, names, chosen, onChoose, onType, testid } = props;
  const [text, setText] = useState(chosen ?? "");
  const { contains, startsWith } = useFilter({ sensitivity: "base" });
  // What is chosen elsewhere shows here, too.
  useEffect(() => setText(chosen ?? ""), [chosen]);
  const all = useMemo(
    // A name that merely stands there is no search: the list begins with everything.
    () => found(names, text === chosen ? "" : text, { contains, startsWith }),
    [names, text, chosen, contains, startsWith],
  );
  const items = useMemo(() => all.slice(0, AT_MOST).map((name) => ({ id: name })), [all]);
  const more = all.length - items.length;
  const onKey = (e: KeyboardEvent<HTMLElement>) => {
    if (!(e.target instanceof HTMLInputElement)) return;
    const open = e.target.getAttribute("aria-expanded") === "true";
    const typed = text.trim().toLocaleLowerCase();
    const first = all.find((name) => name.toLocaleLowerCase() === typed) ?? all[0];
    // Nothing in the list is pointed at: what was typed is taken for the first name that it fits.
    if (
      e.key === "Enter" &&
      open &&
      !e.target.hasAttribute("aria-activedescendant") &&
      typed !== "" &&
      first
    ) {
      e.preventDefault();
      e.stopPropagation();
      setText(first);
      if (first !== chosen) onChoose(first);
      e.target.blur();
      e.target.focus();
    }
    // What was typed is taken back; what stands around the field stays.
    if (e.key === "Escape" && (open || text !== (chosen ?? ""))) {
      setText(chosen ?? "");
      if (!open) e.stopPropagation();
    }
  };
  return (
    <ComboBox
      className={`finder ${labelShown ? "field" : ""}`}
      aria-label={labelShown ? undefined : label}
      items={items}
      inputValue={text}
      onInputChange={(typed) => {
        setText(typed);
        onType?.(typed);
      }}
      selectedKey={items.some((i) => i.id === chosen) ? chosen : null}
      onSelectionChange={(key) => {
        // Also called when the field is left: then what was chosen before stands again.
        const name = key === null ? chosen : String(key);
        setText(name ?? "");
        if (name !== null && name !== chosen) onChoose(name);
      }}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      {labelShown && <Label className="field-label">{label}</Label>}
      <span className="finder-box" onKeyDownCapture={onKey}>
        <Input className="input finder-input" placeholder={placeholder} data-testid={testid} dir="auto" />
        <Button className="finder-open">
          <ChevronDown aria-hidden size={14} />
        </Button>
      </span>
      <Popover className="popover finder-popover">
        <ListBox
          className="finder-list"
          renderEmptyState={() => <p className="finder-none">{t("ui.finder.none")}</p>}
        >
          {(item: { id: string }) => (
            <ListBoxItem id={item.id} textValue={item.id} className="menu-item finder-item">
              <span dir="auto">{item.id}</span>
            </ListBoxItem>
          )}
        </ListBox>
        {more > 0 && <p className="finder-more">{t("ui.finder.more", { n: more })}</p>}
      </Popover>
    </ComboBox>
  );
}
