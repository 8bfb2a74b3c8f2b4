// What changed between two runs of one question, in words.
import { figures } from "../format/numbers";
import type { Changes, RunMark } from "../contract";
import { asNumber } from "../format/cell";

/** "3 May", with the year where it is another one, and with the hour where both runs are of one day. */
export function when(at: number, beside: number, locale?: string): string {
  const [date, other] = [new Date(at), new Date(beside)];
  const day = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    ...(date.getFullYear() === other.getFullYear() ? {} : { year: "numeric" }),
  }).format(date);
  if (date.toDateString() !== other.toDateString()) return day;
  const hour: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  const near = Math.abs(at - beside) < 60_000;
  return `${day}, ${new Intl.DateTimeFormat(locale, near ? { ...hour, second: "2-digit" } : hour).format(date)}`;
}

const number = (value: number, locale?: string) =>
  new Intl.NumberFormat(locale ?? figures(), { maximumFractionDigits: 2 }).format(value);

/** The first thing to know. */
export function summary(changes: Changes, locale?: string): string {
  const { earlier, later, changed, gone, cut } = changes;
  const since = when(earlier.started, later.started, locale);
  const none = changed + gone + changes.new === 0;
  if (single(changes)) {
    if (none) return `The same as on ${since}.`;
    const now = later.headline ?? later.sentence;
    const then = earlier.headline ?? earlier.sentence;
    const by = difference(changes);
    return `${now}, after ${then} on ${since}${by === null ? "" : `: ${signed(by, locale)}`}.`;
  }
  if (none)
    return cut
      ? `Of the rows that were kept, all are as they were on ${since}.`
      : `Nothing has changed since ${since}: all rows are as they were.`;
  return `${moreRows(earlier, later, since, locale)}.`;
}

function moreRows(earlier: RunMark, later: RunMark, since: string, locale?: string): string {
  if (earlier.rows === null || later.rows === null) return `Compared with ${since}`;
  const by = later.rows - earlier.rows;
  if (by === 0) return `As many rows as on ${since}`;
  const many = number(Math.abs(by), locale);
  return `${many} ${by > 0 ? "more" : "fewer"} ${Math.abs(by) === 1 ? "row" : "rows"} since ${since}`;
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
  if (changes.other_query)
    said.push(
      "Another query answered the question then. A difference may come from the query and not from the data.",
    );
  if (changes.cut)
    said.push("A run keeps its first rows only. A row that is new or gone here may have moved beyond them.");
  if (changes.key === null)
    said.push(
      "No column tells the rows apart. They are compared as wholes, so a row that changed counts as gone and new.",
    );
  if (changes.columns_new.length > 0) said.push(`Only now: ${changes.columns_new.join(", ")}.`);
  if (changes.columns_gone.length > 0) said.push(`Only then: ${changes.columns_gone.join(", ")}.`);
  return said;
}

/** By what rows are taken for the same; null where there is nothing to say. */
export function keyWords({ key, columns }: Changes): string | null {
  if (key === null || key.length === 0) return null;
  const names = key.map((at) => columns[at]?.name ?? "").join(" and ");
  return `Rows are put beside each other by ${names}.`;
}
