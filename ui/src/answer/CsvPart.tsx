// How a CSV file is to be: for Excel in this country, in another one, or plain; all else folded away.
import { Check } from "lucide-react";
import {
  Button,
  Checkbox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  TextField,
} from "react-aria-components";
import type { Encoding } from "../contract";
import { t } from "../text";
import { type CsvForm, DELIMITERS, type Delimiter, ENCODINGS, type Preset, preset, presetOf } from "./csv";
import "../text/en/answer";

interface Props {
  form: CsvForm;
  onForm(form: CsvForm): void;
  /** Why it cannot be used. */
  wrong: string | null;
}

function says(name: Preset): string {
  return t(preset(name).comma ? "answer.csv.semicolons" : "answer.csv.commas");
}

const PRESETS: { value: Preset; name: string }[] = [
  { value: "here", name: t("answer.csv.presets.here") },
  { value: "elsewhere", name: t("answer.csv.presets.elsewhere") },
  { value: "plain", name: t("answer.csv.presets.plain") },
];

export function CsvPart({ form, onForm, wrong }: Props) {
  const set = (change: Partial<CsvForm>) => onForm({ ...form, ...change });
  const chosen = presetOf(form);
  return (
    <section className="csv-part" aria-label={t("answer.csv.title")}>
      <RadioGroup className="choice" value={chosen ?? ""} onChange={(name) => onForm(preset(name as Preset))}>
        <Label className="field-label">{t("answer.csv.madeFor")}</Label>
        <div className="choice-row">
          {PRESETS.map(({ value, name }) => (
            <Radio key={value} value={value} className="choice-item" data-testid={`csv-${value}`}>
              {name}
            </Radio>
          ))}
        </div>
        <p className="tick-help bare" data-testid="csv-says">
          {chosen ? says(chosen) : t("answer.csv.own")}
          {chosen && chosen !== "plain" && ` ${t("answer.csv.zeros")}`}
        </p>
      </RadioGroup>
      <details className="csv-more" data-testid="csv-more">
        <summary>{t("answer.csv.options")}</summary>
        <div className="form">
          <RadioGroup
            className="choice"
            value={form.delimiter}
            onChange={(value) => set({ delimiter: value as Delimiter })}
          >
            <Label className="field-label">{t("answer.csv.between")}</Label>
            <div className="choice-row">
              {DELIMITERS.map(({ value, name }) => (
                <Radio key={value} value={value} className="choice-item">
                  {name}
                </Radio>
              ))}
            </div>
          </RadioGroup>
          <div className="row tight csv-fields">
            <Select
              className="field grow"
              selectedKey={form.encoding}
              onSelectionChange={(key) => set({ encoding: key as Encoding })}
            >
              <Label className="field-label">{t("answer.csv.letters")}</Label>
              <Button className="button plain select-button">
                <SelectValue />
              </Button>
              <Popover className="popover">
                <ListBox className="menu">
                  {ENCODINGS.map(({ value, name }) => (
                    <ListBoxItem key={value} id={value} className="menu-item">
                      {name}
                    </ListBoxItem>
                  ))}
                </ListBox>
              </Popover>
            </Select>
            <TextField
              className="field grow"
              value={form.null}
              onChange={(value) => set({ null: value })}
              isInvalid={wrong !== null}
            >
              <Label className="field-label">{t("answer.csv.null")}</Label>
              <Input className="input" placeholder={t("answer.csv.nullEmpty")} data-testid="export-null" />
            </TextField>
          </div>
          <Tick on={form.comma} onChange={(comma) => set({ comma })}>
            {t("answer.csv.decimalComma")}
          </Tick>
          <Tick on={form.header} onChange={(header) => set({ header })}>
            {t("answer.csv.header")}
          </Tick>
          <Tick on={form.guard} onChange={(guard) => set({ guard })} help={t("answer.csv.guardHelp")}>
            {t("answer.csv.guard")}
          </Tick>
        </div>
      </details>
      {wrong && <p className="field-error">{wrong}</p>}
    </section>
  );
}

function Tick(props: { on: boolean; onChange: (on: boolean) => void; help?: string; children: string }) {
  return (
    <div>
      <Checkbox className="tick" isSelected={props.on} onChange={props.onChange}>
        <span className="tick-box" aria-hidden>
          <Check size={12} strokeWidth={3} />
        </span>
        {props.children}
      </Checkbox>
      {props.help && <p className="tick-help">{props.help}</p>}
    </div>
  );
}
