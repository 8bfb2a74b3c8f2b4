// What of a chart can be changed: its fields, the order, how many, the colour. Everything is seen at once and can be taken back.
import { Check, ChevronsUpDown, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import {
  Dialog,
  DialogTrigger,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Button as RacButton,
  Select,
  SelectValue,
} from "react-aria-components";
import type { Chart, ResultSet } from "../contract";
import { t } from "../text";
import { Button } from "../ui/Button";
import type { Facts } from "./chart";
import { fieldsOf, hindrance, isPlain, PLAIN, type Shape, type Sort } from "./shape";
import "../styles/change.css";
import "../text/en/answerMore";

interface Props {
  result: ResultSet;
  chart: Chart;
  facts: Facts;
  shape: Shape;
  onShape(shape: Shape): void;
}

const SORTS: { id: Sort; name: string }[] = [
  { id: "as", name: t("answer.change.sorts.as") },
  { id: "high", name: t("answer.change.sorts.high") },
  { id: "low", name: t("answer.change.sorts.low") },
  { id: "name", name: t("answer.change.sorts.name") },
];
const TOPS = [5, 10, 20];
const COLOURS = [
  ["--accent", t("answer.change.green")],
  ["--c-b", t("answer.change.orange")],
  ["--c-c", t("answer.change.blue")],
  ["--c-d", t("answer.change.red")],
  ["--c-e", t("answer.change.olive")],
  ["--c-f", t("answer.change.grey")],
] as const;
const NONE = "none";

export default function Change({ result, facts, shape, onShape }: Props) {
  const [refused, setRefused] = useState<string | null>(null);
  const { figures, names } = fieldsOf(result);
  const named = (columns: number[]) =>
    columns.map((n) => ({ id: String(n), name: result.columns[n]?.name.replace(/_/g, " ") ?? "" }));
  const now = shape.fields ?? guess(result, facts);
  const labels = new Set(facts.points.map((p) => p.label)).size;
  const all = facts.of?.all ?? labels;

  const fields = (wish: Partial<NonNullable<Shape["fields"]>>) => {
    const wanted = { ...now, ...wish };
    // Two that change places are one wish.
    if (wish.label !== undefined && wish.label === now.series) wanted.series = now.label;
    if (wish.series !== undefined && wish.series === now.label && now.series !== null)
      wanted.label = now.series;
    const why = hindrance(result, wanted);
    setRefused(why);
    if (why === null) onShape({ ...shape, fields: wanted, top: null });
  };
  return (
    <DialogTrigger onOpenChange={(open) => !open && setRefused(null)}>
      <RacButton className="button plain small" data-testid="chart-change">
        <SlidersHorizontal aria-hidden size={15} />
        {t("answer.change.open")}
      </RacButton>
      <Popover className="popover" placement="bottom end">
        <Dialog
          className="chart-change"
          aria-label={t("answer.change.title")}
          data-testid="chart-change-dialog"
        >
          <Pick
            label={t("answer.change.value")}
            testid="change-value"
            items={named(figures)}
            chosen={String(now.value)}
            onPick={(id) => fields({ value: Number(id) })}
          />
          <Pick
            label={t("answer.change.label")}
            testid="change-label"
            items={named(names.filter((n) => n !== now.value))}
            chosen={String(now.label)}
            onPick={(id) => fields({ label: Number(id) })}
          />
          <Pick
            label={t("answer.change.series")}
            testid="change-series"
            items={[
              { id: NONE, name: t("answer.change.noSeries") },
              ...named(names.filter((n) => n !== now.value)),
            ]}
            chosen={now.series === null ? NONE : String(now.series)}
            onPick={(id) => fields({ series: id === NONE ? null : Number(id) })}
          />
          {refused && (
            <p role="alert" className="change-refused">
              {refused}
            </p>
          )}
          <Pick
            label={t("answer.change.sort")}
            testid="change-sort"
            items={SORTS}
            chosen={shape.sort}
            onPick={(id) => onShape({ ...shape, sort: id as Sort })}
          />
          <Pick
            label={t("answer.change.top")}
            testid="change-top"
            items={[
              { id: NONE, name: t("answer.change.all") },
              ...TOPS.filter((n) => n < all).map((n) => ({
                id: String(n),
                name: t(shape.sort === "low" ? "answer.change.lowest" : "answer.change.highest", { top: n }),
              })),
            ]}
            chosen={shape.top === null ? NONE : String(shape.top)}
            onPick={(id) => onShape({ ...shape, top: id === NONE ? null : Number(id) })}
          />
          <RadioGroup
            className="field"
            value={String(shape.colour)}
            onChange={(id) => onShape({ ...shape, colour: Number(id) })}
          >
            <Label className="field-label">
              {facts.series === null ? t("answer.change.colour") : t("answer.change.firstColour")}
            </Label>
            <div className="swatches">
              {COLOURS.map(([token, name], n) => (
                <Radio
                  key={token}
                  value={String(n)}
                  aria-label={name}
                  className="swatch"
                  data-testid={`change-colour-${n}`}
                  style={{ background: `var(${token})` }}
                >
                  {({ isSelected }) => isSelected && <Check aria-hidden size={13} />}
                </Radio>
              ))}
            </div>
          </RadioGroup>
          <Button
            small
            testid="change-undo"
            disabled={isPlain(shape) ? t("common.nothingChanged") : null}
            onPress={() => {
              setRefused(null);
              onShape({ ...PLAIN, kind: null });
            }}
          >
            {t("answer.change.reset")}
          </Button>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** Which columns the chart was drawn from at first; its names are theirs, written for people. */
function guess(result: ResultSet, facts: Facts): NonNullable<Shape["fields"]> {
  const { figures, names } = fieldsOf(result);
  const plain = (text: string) => text.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const column = (name: string | null, among: number[]) =>
    name === null ? undefined : among.find((n) => plain(result.columns[n]?.name ?? "") === plain(name));
  const value = column(facts.value, figures) ?? figures.at(-1) ?? 0;
  const others = names.filter((n) => n !== value);
  const label = column(facts.label, others) ?? others[0] ?? 0;
  const series =
    facts.series === null ? null : (column(facts.series, others) ?? others.find((n) => n !== label) ?? null);
  return { label, value, series };
}

interface PickProps {
  label: string;
  testid: string;
  items: { id: string; name: string }[];
  chosen: string;
  onPick(id: string): void;
}

function Pick({ label, testid, items, chosen, onPick }: PickProps) {
  return (
    <Select
      className="field"
      selectedKey={chosen}
      onSelectionChange={(id) => {
        if (id !== null && id !== chosen) onPick(String(id));
      }}
    >
      <Label className="field-label">{label}</Label>
      <RacButton className="input select-button" data-testid={testid}>
        <SelectValue>{items.find((item) => item.id === chosen)?.name ?? ""}</SelectValue>
        <ChevronsUpDown aria-hidden size={14} />
      </RacButton>
      <Popover className="popover">
        <ListBox className="menu" items={items}>
          {(item) => (
            <ListBoxItem id={item.id} className="menu-item option" textValue={item.name}>
              <Check aria-hidden size={14} className="option-tick" />
              {item.name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
