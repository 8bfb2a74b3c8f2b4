// A model by its name: one of those that the provider lists, or one that nobody has heard of.
import { ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from "react-aria-components";
import type { Load } from "../app/load";
import { got } from "../app/load";
import type { ModelInfo } from "../contract";
import { t } from "../text";
import { usd } from "./words";
import "../text/en/models";
import "../text/en/modelsMore";

interface Props {
  label: string;
  /** Said to screen readers alone. */
  labelHidden?: boolean;
  value: string;
  onChange(value: string): void;
  list: Load<ModelInfo[]>;
  /** Before the list is first opened. */
  onWant?(): void;
  testid?: string;
  className?: string;
}

export function ModelBox({ label, labelHidden, value, onChange, list, onWant, testid, className }: Props) {
  const models = got(list) ?? [];
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef(value);
  // A name that comes in by itself while the box has the focus is replaced by what is typed, not added to.
  useEffect(() => {
    if (value !== typed.current && document.activeElement === input.current) input.current?.select();
    typed.current = value;
  }, [value]);
  return (
    <ComboBox
      className={`field ${className ?? ""}`}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="manual"
      aria-label={labelHidden ? label : undefined}
      inputValue={value}
      onInputChange={(words) => {
        typed.current = words;
        onChange(words);
      }}
      onFocus={onWant}
      onOpenChange={(open) => open && onWant?.()}
      items={models.map((m) => ({ ...m, id: m.name }))}
    >
      {!labelHidden && <Label className="field-label">{label}</Label>}
      <span className="finder-box">
        <Input
          ref={input}
          className="input finder-input mono"
          spellCheck={false}
          autoComplete="off"
          placeholder={t("models.box.placeholder")}
          data-testid={testid}
        />
        <Button className="finder-open" aria-label={t("models.box.offered", { label })}>
          <ChevronDown aria-hidden size={14} />
        </Button>
      </span>
      {list.is === "failed" && (
        <Text slot="description" className="field-help">
          {t("models.box.notListed", { why: list.problem.message })}
        </Text>
      )}
      <Popover className="popover model-popover">
        <ListBox
          className="menu model-menu"
          renderEmptyState={() => <p className="menu-none">{emptyWords(list)}</p>}
        >
          {(item: ModelInfo & { id: string }) => (
            <ListBoxItem id={item.id} className="menu-item option" textValue={item.name}>
              <span className="option-words">
                <Text slot="label" className="option-name">
                  {item.label ?? item.name}
                </Text>
                <Text slot="description" className="option-says">
                  {aboutModel(item)}
                </Text>
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function emptyWords(list: Load<ModelInfo[]>): string {
  if (list.is === "failed") return t("models.box.notListedType");
  if (list.is === "ready") return t("models.box.listsNone");
  return t("models.box.asking");
}

function aboutModel(model: ModelInfo): string {
  const parts: string[] = [];
  if (model.label) parts.push(model.name);
  if (model.context !== null) {
    const tokens = t("common.tokens", { count: model.context });
    parts.push(t("models.box.atOnce", { tokens }));
  }
  parts.push(
    model.price
      ? t("models.box.price", { input: usd(model.price.input), output: usd(model.price.output) })
      : t("models.cost.unknown"),
  );
  return parts.join(" · ");
}
