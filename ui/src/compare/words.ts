// What changed between two runs of one question, in words.
import { figures } from "../format/numbers";
import type { Changes, RunMark } from "../contract";
import { asNumber } from "../format/cell";
import { dates, list, t } from "../text";
import "../text/en/compare";

/** "3 May", with the year where it is another one, and with the hour where both runs are of one day. */
export function when(at: number, beside: number, locale = dates()): string {
  const [date, other] = [new Date(at), new Date(beside)];
  const day = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    ...(date.getFullYear() === other.getFullYear() ? {} : { year: "numeric" }),
  }).format(date);
  if (date.toDateString() !== other.toDateString()) return day;
  const hour: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  const near = Math.abs(at - beside) < 60_000;
  const clock = new Intl.DateTimeFormat(locale, near ? { ...hour, second: "2-digit" } : hour);
  return t("compare.words.at", { day, hour: clock.format(date) });
}

/** The first thing to know. */
export function summary(changes: Changes, locale?: string): string {
  const { earlier, later, changed, gone, cut } = changes;
  const day = when(earlier.started, later.started, locale);
  const none = changed + gone + changes.new === 0;
  if (single(changes)) {
    if (none) return t("compare.words.sameFigure", { day });
    const now = later.headline ?? later.sentence;
    const before = earlier.headline ?? earlier.sentence;
    const by = difference(changes);
    if (by === null) return t("compare.words.figure", { now, before, day });
    return t("compare.words.figureBy", { now, before, day, by: signed(by, locale) });
  }
  if (none) return cut ? t("compare.words.sameKept", { day }) : t("compare.words.same", { day });
  return moreRows(earlier, later, day);
}

function moreRows(earlier: RunMark, later: RunMark, day: string): string {
  if (earlier.rows === null || later.rows === null) return t("compare.words.compared", { day });
  const by = later.rows - earlier.rows;
  if (by === 0) return t("compare.words.asMany", { day });
  if (by > 0) return t("compare.words.more", { count: by, day });
  return t("compare.words.fewer", { count: -by, day });
}

/** One row on each side, of one column. */
export function single({ key, columns, earlier, later }: Changes): boolean {
  return key?.length === 0 && columns.length === 1 && earlier.rows === 1 && later.rows === 1;
}

function difference({ rows }: Changes): number | null {
  const now = asNumber(rows[0]?.cells[0] ?? null);
  const then = asNumber(rows[0]?.was[0]?.cell ?? null);
  return now === null || then === null ? null : now - then;
}

export function signed(by: number, locale?: string): string {
  return new Intl.NumberFormat(locale ?? figures(), {
    maximumFractionDigits: 2,
    signDisplay: "exceptZero",
  }).format(by);
}

/** What to know before the rows are believed. */
export function cautions(changes: Changes): string[] {
  const said: string[] = [];
  if (changes.other_query) said.push(t("compare.words.otherQuery"));
  if (changes.cut) said.push(t("compare.words.cut"));
  if (changes.key === null) said.push(t("compare.words.noKey"));
  if (changes.columns_new.length > 0)
    said.push(t("compare.words.onlyNow", { columns: list(changes.columns_new, "unit") }));
  if (changes.columns_gone.length > 0)
    said.push(t("compare.words.onlyThen", { columns: list(changes.columns_gone, "unit") }));
  return said;
}

/** By what rows are taken for the same; null where there is nothing to say. */
export function keyWords({ key, columns }: Changes): string | null {
  if (key === null || key.length === 0) return null;
  const names = key.map((at) => columns[at]?.name ?? "");
  return t("compare.words.key", { columns: list(names) });
}
