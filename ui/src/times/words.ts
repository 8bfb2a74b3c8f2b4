// The words for ways of counting time.
import type { CountFrom, WeekStart } from "../contract";
import { spoken, t } from "../text";
import "../text/en/times";

const monthName = new Intl.DateTimeFormat(spoken(), { month: "long", timeZone: "UTC" });

export const MONTHS = Array.from({ length: 12 }, (_, at) => monthName.format(Date.UTC(2024, at)));

export const WEEKS: readonly { value: WeekStart; name: string; says: string }[] = [
  { value: "monday", name: t("times.week.monday"), says: t("times.week.mondaySays") },
  { value: "sunday", name: t("times.week.sunday"), says: t("times.week.sundaySays") },
  { value: "saturday", name: t("times.week.saturday"), says: t("times.week.saturdaySays") },
];

export const COUNTS: readonly { value: CountFrom; name: string; says: string }[] = [
  { value: "today", name: t("times.from.today"), says: t("times.from.todaySays") },
  { value: "data_end", name: t("times.from.dataEnd"), says: t("times.from.dataEndSays") },
];

/** What the choice means, with an example. */
export function fiscalWords(month: number): string {
  if (month === 1) return t("times.fiscal.calendar");
  return t("times.fiscal.named", { first: MONTHS[month - 1], last: MONTHS[month - 2] });
}
