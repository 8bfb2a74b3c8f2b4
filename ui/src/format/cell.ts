// Cells to text: as shown (localised, short) and as they are (for copying and the inspector).
import type { Cell, ResultColumn, RowCount, TypeKind } from "../contract";
import { t } from "../text";
import { count, figures } from "./numbers";
import "../text/en/format";

export type Tone = "null" | "empty" | "number" | "text" | "boolean" | "time" | "json" | "blob";

export interface Shown {
  text: string;
  tone: Tone;
}

/** Longer texts are cut in the grid, the inspector has the rest. */
const SHOWN_CHARS = 240;

export type Tagged = Exclude<Cell, null | boolean | number | string>;

export function has<K extends string>(cell: Tagged, key: K): cell is Extract<Tagged, Record<K, unknown>> {
  return key in cell;
}

/** The value itself as text, in no one's locale; NULL is the empty text. */
export function raw(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "object") {
    if (has(cell, "int")) return cell.int;
    if (has(cell, "real")) return cell.real;
    if (has(cell, "decimal")) return cell.decimal;
    if (has(cell, "date")) return cell.date;
    if (has(cell, "time")) return cell.time;
    if (has(cell, "timestamp")) return cell.timestamp;
    if (has(cell, "interval")) return cell.interval;
    if (has(cell, "json")) return cell.json;
    if (has(cell, "list")) return `[${cell.list.map(raw).join(", ")}]`;
    return `[${cell.size} bytes]`;
  }
  return String(cell);
}

/** As a number where it is one, for totals and sorting. */
export function asNumber(cell: Cell): number | null {
  if (typeof cell === "number") return cell;
  if (cell === null || typeof cell !== "object") return null;
  const text = has(cell, "int")
    ? cell.int
    : has(cell, "decimal")
      ? cell.decimal
      : has(cell, "real")
        ? cell.real
        : null;
  if (text === null) return null;
  const value = Number(text);
  return Number.isNaN(value) ? null : value;
}

export function isNumeric(kind: TypeKind): boolean {
  return kind === "integer" || kind === "decimal" || kind === "real";
}

/** Names and years are not amounts: no thousands separator in them. */
const PLAIN_WORD = /(^|[_\s])(id|ids|key|year|season|code|no|nr|number|zip|postcode|phone)$|^(id|year)\b/i;
const PLAIN_CAMEL = /[a-z](Id|ID|Year|Code)$/;

export type Formatter = (cell: Cell) => Shown;

/** One formatter a column, so that a column of reals lines up at its decimal mark. */
export function formatter(column: ResultColumn, sample: readonly Cell[], locale = figures()): Formatter {
  const grouping = !PLAIN_WORD.test(column.name) && !PLAIN_CAMEL.test(column.name);
  const digits = fractionDigits(sample, WORKED_OUT.test(column.name));
  const days = onlyDays(sample);
  const real = new Intl.NumberFormat(locale, {
    useGrouping: grouping,
    minimumFractionDigits: digits.fixed,
    maximumFractionDigits: digits.most,
  });
  const tiny = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4, useGrouping: grouping });
  return (cell) =>
    show(
      days && isMoment(cell) && MIDNIGHT.test(cell.timestamp) ? { date: cell.timestamp.slice(0, DAY) } : cell,
      (value) => (tooSmall(value, digits.most) ? tiny.format(value) : real.format(value)),
      grouping,
      locale,
    );
}

/** Characters of "2024-02-29". */
const DAY = 10;

function isMoment(cell: Cell): cell is Extract<Tagged, { timestamp: string }> {
  return cell !== null && typeof cell === "object" && "timestamp" in cell;
}

const MIDNIGHT = /^\d{4}-\d{2}-\d{2}[ T]00:00(:00(\.0+)?)?(\+00|Z)?$/;

/** Moments that all fall on midnight are days; the value itself is copied whole. */
function onlyDays(sample: readonly Cell[]): boolean {
  const moments = sample.filter(isMoment);
  return moments.length > 0 && moments.every((m) => MIDNIGHT.test(m.timestamp));
}

function tooSmall(value: number, digits: number): boolean {
  return value !== 0 && Math.abs(value) < 0.5 * 10 ** -digits;
}

/** More decimals than anybody stores come of a division. */
const DIVIDED = 10;

function divided(cell: Cell): boolean {
  const text = cell !== null && typeof cell === "object" && has(cell, "decimal") ? cell.decimal : "";
  return text.length - text.indexOf(".") - 1 > DIVIDED && text.includes(".");
}

/** A figure of many rows. A latitude has more digits, and they mean something. */
const WORKED_OUT = /^(total|sum|average|avg|mean|median|ratio|change|growth)(?![a-z])/i;

function fractionDigits(sample: readonly Cell[], worked: boolean): { fixed: number; most: number } {
  let most = 0;
  // Between one and minus one every digit counts; of a larger sum nobody reads more than cents.
  let small = !worked;
  for (const it of sample) {
    const cell = divided(it) ? Number(asNumber(it)) : it;
    if (typeof cell !== "number" || Number.isInteger(cell)) continue;
    small ||= Math.abs(cell) < 1;
    // Twelve significant digits forget the noise of binary fractions (0.1 + 0.2).
    const text = Number(cell.toPrecision(12)).toString();
    const point = text.indexOf(".");
    if (text.includes("e")) most = Math.max(most, 4);
    else if (point >= 0) most = Math.max(most, text.length - point - 1);
  }
  // Nobody writes 28,404.5 and 29,214.0 of money.
  if (worked && most === 1 && sample.some((c) => Math.abs(asNumber(c) ?? 0) >= 1000)) most = 2;
  return most <= 2 ? { fixed: most, most } : { fixed: 2, most: small ? Math.min(most, 4) : 2 };
}

function show(cell: Cell, number: (value: number) => string, grouping: boolean, locale = figures()): Shown {
  if (cell === null) return { text: "NULL", tone: "null" };
  switch (typeof cell) {
    case "boolean":
      return { text: cell ? "true" : "false", tone: "boolean" };
    case "number":
      return { text: number(cell), tone: "number" };
    case "string":
      return text(cell);
  }
  if (has(cell, "int")) return { text: grouped(cell.int, grouping, locale), tone: "number" };
  if (has(cell, "decimal")) {
    const text = divided(cell) ? number(Number(cell.decimal)) : grouped(cell.decimal, grouping, locale);
    return { text, tone: "number" };
  }
  if (has(cell, "real")) return { text: cell.real, tone: "number" };
  if (has(cell, "date")) return { text: cell.date, tone: "time" };
  if (has(cell, "time")) return { text: cell.time, tone: "time" };
  if (has(cell, "timestamp")) return { text: cell.timestamp, tone: "time" };
  if (has(cell, "interval")) return { text: cell.interval, tone: "time" };
  if (has(cell, "json")) return { text: cut(cell.json), tone: "json" };
  if (has(cell, "list"))
    return {
      text: cut(`[${cell.list.map((c) => (c === null ? "NULL" : raw(c))).join(", ")}]`),
      tone: "json",
    };
  return {
    text: `${bytes(cell.size, locale)} · ${cell.head.slice(0, 16)}${cell.size > 8 ? "…" : ""}`,
    tone: "blob",
  };
}

function text(value: string): Shown {
  if (value === "") return { text: t("format.empty"), tone: "empty" };
  return { text: cut(value).replace(/\r\n|\r|\n/g, " ⏎ "), tone: "text" };
}

function cut(value: string): string {
  return value.length > SHOWN_CHARS ? `${value.slice(0, SHOWN_CHARS)}…` : value;
}

/** An exact number, written with the locale's separators and not one digit lost. */
export function grouped(digits: string, grouping = true, locale = figures()): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits);
  if (!match) return digits;
  const [, sign = "", whole = "0", fraction] = match;
  const parts = new Intl.NumberFormat(locale).formatToParts(-12345.6);
  const mark = parts.find((p) => p.type === "decimal")?.value ?? ".";
  const minus = parts.find((p) => p.type === "minusSign")?.value ?? "-";
  const front = new Intl.NumberFormat(locale, { useGrouping: grouping }).format(BigInt(whole));
  return (sign ? minus : "") + front + (fraction ? mark + fraction : "");
}

export function bytes(size: number, locale = figures()): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  let value = size;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[unit] ?? "byte",
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value);
}

export { count };

/** An estimate is said to be one, in two digits: it does not know more. */
export function rowCount(rows: RowCount, locale = figures()): string {
  if (rows.exact) return count(rows.count, locale);
  const rough = Number(rows.count.toPrecision(2));
  return t("format.about", { what: count(rows.count < 100 ? rows.count : rough, locale) });
}

/** "1 row", "about 12,000 rows". */
export function aboutRows(rows: RowCount, locale = figures()): string {
  return t("format.rows", { count: rows.count, said: rowCount(rows, locale) });
}

export function duration(ms: number): string {
  if (ms < 1) return "<1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) {
    const digits = ms < 10_000 ? 1 : 0;
    const seconds = new Intl.NumberFormat(figures(), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return `${seconds.format(ms / 1000)} s`;
  }
  const minutes = Math.floor(ms / 60_000);
  return `${minutes} min ${Math.round((ms - minutes * 60_000) / 1000)} s`;
}

export function percent(share: number): string {
  return new Intl.NumberFormat(figures(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}
