// How the person counts time: when the fiscal year and the week begin, and what "last month" is counted from.
import { Check, ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import {
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  Select,
  SelectValue,
} from "react-aria-components";
import { asProblem, type Backend } from "../backend/backend";
import { Choices } from "../connect/fields";
import type { Calendar, Problem } from "../contract";
import { useLoad } from "../explore/useLoad";
import { t } from "../text";
import { announce } from "../ui/announce";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { COUNTS, fiscalWords, MONTHS, WEEKS } from "./words";
import "../text/en/times";

const PLAIN: Calendar = { fiscal_start: 1, week_start: "monday", count_from: "today" };

export function TimesPane({ backend }: { backend: Backend }) {
  const { load, again } = useLoad("calendar", 0, () => backend.calendar());
  if (load.is === "loading")
    return (
      <div className="sheet">
        <Skeleton lines={6} label={t("times.reading")} />
      </div>
    );
  if (load.is === "failed")
    return (
      <div className="sheet models">
        <ProblemView problem={load.problem} onRetry={again} />
        <Editor backend={backend} kept={PLAIN} />
      </div>
    );
  if (load.is !== "ready") return null;
  return (
    <div className="sheet models" data-testid="times-pane">
      <Editor backend={backend} kept={load.value} />
    </div>
  );
}

/** Each choice is kept at once; the next question is counted by it. */
function Editor({ backend, kept }: { backend: Backend; kept: Calendar }) {
  const [calendar, setCalendar] = useState(kept);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const change = async (wanted: Partial<Calendar>) => {
    const before = calendar;
    setCalendar({ ...before, ...wanted });
    try {
      setCalendar(await backend.saveCalendar({ ...before, ...wanted }));
      setTrouble(null);
      announce(t("times.saved"));
    } catch (error) {
      setCalendar(before);
      setTrouble(asProblem(error));
    }
  };
  return (
    <>
      {trouble && <ProblemView compact problem={trouble} />}
      <section className="setting" aria-labelledby="set-fiscal">
        <div>
          <h2 id="set-fiscal" className="weight-title">
            {t("times.fiscal.title")}
          </h2>
          <p className="quiet-text">{t("times.fiscal.for")}</p>
        </div>
        <div className="fields">
          <MonthPicker
            month={calendar.fiscal_start}
            onChoose={(fiscal_start) => void change({ fiscal_start })}
          />
        </div>
        <p className="field-help" data-testid="fiscal-says">
          {fiscalWords(calendar.fiscal_start)}
        </p>
      </section>
      <section className="setting">
        <Choices
          label={t("times.week.begins")}
          value={calendar.week_start}
          onChange={(week_start) => void change({ week_start })}
          options={WEEKS}
        />
      </section>
      <section className="setting">
        <Choices
          label={t("times.from.title")}
          value={calendar.count_from}
          onChange={(count_from) => void change({ count_from })}
          options={COUNTS}
        />
      </section>
    </>
  );
}

function MonthPicker({ month, onChoose }: { month: number; onChoose(month: number): void }) {
  const items = MONTHS.map((name, at) => ({ id: String(at + 1), name }));
  return (
    <Select
      className="field half"
      selectedKey={String(month)}
      onSelectionChange={(next) => {
        if (next !== null && next !== String(month)) onChoose(Number(next));
      }}
    >
      <Label className="field-label">{t("times.fiscal.begins")}</Label>
      <RacButton className="input select-button" data-testid="fiscal-start">
        <SelectValue>{MONTHS[month - 1] ?? MONTHS[0]}</SelectValue>
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
