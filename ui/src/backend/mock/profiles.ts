// What the invented values look like: every figure follows from the names alone, so that a page looks the same each time.
import type {
  Catalog,
  Cell,
  Column,
  ColumnProfile,
  Disguise,
  Histogram,
  Table,
  TableProfile,
} from "../../contract";

/** Rows that the mock reads of a table at most. */
const BUDGET = 50_000;
const STEPS = 16;

const TOP: Record<string, string[]> = {
  country: [
    "Germany",
    "France",
    "Netherlands",
    "Poland",
    "Sweden",
    "Italy",
    "Denmark",
    "Spain",
    "Norway",
    "Finland",
  ],
  city: ["Hamburg", "Lyon", "Rotterdam", "Gdańsk", "Malmö", "Genoa", "Aarhus", "Bilbao", "Bergen", "Turku"],
  status: ["S", "D", "P", "C", "R", "B"],
  channel: ["web", "phone", "field", "edi"],
  segment: ["Retail", "Hospitality", "Marine", "Public"],
  carrier: ["Northfreight", "NORTHFREIGHT", "Kestrel", "Blue Line", "kestrel "],
  position: ["Guard", "Forward", "Center"],
  method: ["card", "transfer", "invoice"],
  المدينة: ["القاهرة", "الرباط", "دمشق"],
};

const SHAPES: Record<string, string> = {
  sku: "[A-Z]{3}-\\d{4}",
  phone: "\\+\\d{2} \\d{3} \\d{6}",
  coupon_code: "[A-Z]{4}\\d{2}",
  "Tracking No": "[A-Z]{2}\\d{9}",
  order_date: "\\d{4}-\\d{2}-\\d{2}",
  returned_on: "\\d{4}-\\d{2}-\\d{2}",
  customer_since: "\\d{4}-\\d{2}-\\d{2}",
  hire_date: "\\d{4}-\\d{2}-\\d{2}",
  required_date: "\\d{4}-\\d{2}-\\d{2}",
  email: "[a-z]+@[a-z]+\\.[a-z]{3}",
  code: "[A-Z]",
};

/** 0..1, the same for the same words. */
export function chance(...words: (string | number)[]): number {
  let hash = 2_166_136_261;
  for (const letter of words.join("\u0000")) {
    hash ^= letter.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 16_777_619);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2_246_822_507);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 4_294_967_296;
}

function disguises(column: Column): Disguise[] {
  const { name } = column;
  if (column.kind === "text" && /_(date|on|since)$/.test(name)) return ["iso_date"];
  if (column.kind === "integer" && /_on$/.test(name)) return ["compact_date"];
  if (column.kind === "integer" && /_at$/.test(name)) return ["unix_seconds"];
  if (/^(founded|launched|draft_year)$/.test(name)) return ["year"];
  if (/^(active|discontinued|preferred|refunded)$/.test(name)) return ["boolean_in_number"];
  if (/email/.test(name)) return ["email"];
  if (/^(sku|coupon_code|code)$/.test(name)) return ["code"];
  if (/pct$/.test(name)) return ["percentage"];
  return [];
}

/** A hill, a slope or two hills, by the name. */
function histogram(name: string, rows: number, from: Cell, to: Cell): Histogram {
  const kind = chance(name, "hill");
  const weights = Array.from({ length: STEPS }, (_, n) => {
    const x = (n + 0.5) / STEPS;
    const hill = Math.exp(-((x - 0.45) ** 2) / 0.045);
    const slope = Math.exp(-x * 3.2);
    const two = Math.exp(-((x - 0.2) ** 2) / 0.01) + 0.6 * Math.exp(-((x - 0.75) ** 2) / 0.02);
    return (kind < 0.4 ? hill : kind < 0.75 ? slope : two) * (0.85 + 0.3 * chance(name, n));
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  return { from, to, rows: weights.map((w) => Math.round((w / sum) * rows)) };
}

function profileColumn(owner: Table, column: Column, read: number): ColumnProfile {
  const rows = read;
  const key = owner.primary_key.length === 1 && owner.primary_key[0] === column.name;
  const nulls = column.name === "nothing" ? rows : column.nullable ? Math.round(rows * 0.07) : 0;
  const flag = disguises(column).includes("boolean_in_number");
  const words: (string | number)[] | undefined =
    TOP[column.name] ?? (flag ? [1, 0] : column.labels.length > 0 ? column.labels : undefined);
  const distinct = key
    ? rows
    : words
      ? words.length
      : column.kind === "text"
        ? rows - nulls
        : Math.min(rows - nulls, Math.ceil(rows * 0.4));
  let left = rows - nulls;
  const top = (words ?? []).map((value, n) => {
    const share = n === (words?.length ?? 0) - 1 ? left : Math.ceil(left * 0.34);
    left -= share;
    return { value, rows: share };
  });
  const number = column.kind === "integer" || column.kind === "real" || column.kind === "decimal";
  const time = column.kind === "date" || column.kind === "timestamp";
  const most = key ? rows : flag ? 1 : 980;
  const at = (share: number): Cell => Math.round(1 + (most - 1) * share);
  const day = (share: number): Cell => {
    const date = new Date(Date.UTC(2022, 0, 3) + share * 1_300 * 86_400_000).toISOString();
    return column.kind === "date" ? { date: date.slice(0, 10) } : { timestamp: date.slice(0, 19) };
  };
  const spread = number && !flag ? at : time ? day : null;
  const some = rows - nulls > 0;
  const estimated = distinct > 20_000;
  return {
    table: owner.name,
    column: column.name,
    rows,
    nulls,
    distinct,
    distinct_exact: !estimated && read >= (owner.rows?.count ?? 0),
    distinct_error: estimated ? 0.0081 : null,
    top: some ? (top.length > 0 || column.kind !== "text" ? top : once(column.name, rows - nulls)) : [],
    min: spread && some ? spread(0) : (words?.toSorted()[0] ?? null),
    max: spread && some ? spread(1) : (words?.toSorted().at(-1) ?? null),
    mean: number && some ? most * 0.43 : null,
    std_dev: number && some ? most * 0.21 : null,
    quantiles: spread && some ? [0.06, 0.27, 0.44, 0.61, 0.9].map(spread) : [],
    histogram: spread && rows > 20 ? histogram(column.name, rows - nulls, spread(0), spread(1)) : null,
    mean_length: column.kind === "text" && some ? 9.4 : null,
    max_length: column.kind === "text" && some ? 31 : 0,
    shape: column.kind === "text" && some ? (SHAPES[column.name] ?? null) : null,
    disguises: disguises(column),
    view: null,
    unique: key,
  };
}

export function profileOf(table: Table): TableProfile {
  const rows = table.rows?.count ?? 0;
  const read = Math.min(rows, BUDGET);
  const fresh = table.columns.find((c) => /(_date|_on|_at|since|tipoff)$/.test(c.name));
  return {
    table: table.name,
    rows,
    read,
    columns: table.columns.map((c) => profileColumn(table, c, read)),
    grain: grain(table),
    freshness: fresh && rows > 0 ? { column: fresh.name, newest: { date: "2026-10-29" } } : null,
  };
}

/** Values of which each is there once. */
function once(name: string, rows: number): ColumnProfile["top"] {
  return Array.from({ length: Math.min(10, rows) }, (_, n) => ({
    value: `${name.slice(0, 24)} ${(n + 1) * 17}`,
    rows: 1,
  }));
}

function grain(table: Table): string {
  if (table.primary_key.length === 0) return "";
  const one = (name: string) =>
    name
      .replace(/_/g, " ")
      .replace(/ies$/, "y")
      .replace(/(ss|us)$|s$/, "$1");
  const parts = table.primary_key.map((k) => one(k.replace(/_(id|no)$/, "")));
  return parts.length === 1 ? `one row per ${one(table.name)}` : `one row per ${parts.join(" and ")}`;
}

export function profiles(of: Catalog): TableProfile[] {
  return of.tables.map(profileOf);
}
