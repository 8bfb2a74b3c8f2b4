// What the figures of a profile are called.
import type { Author, ColumnProfile, Disguise, Table, TableProfile } from "../contract";
import { count, percent, plural } from "../format/cell";
import { figures } from "../format/numbers";

export const DISGUISES: Record<Disguise, string> = {
  iso_date: "dates written as text",
  slash_date: "dates written with slashes",
  compact_date: "dates written as numbers",
  unix_seconds: "times in seconds since 1970",
  year: "years",
  number_in_text: "numbers written as text",
  boolean_in_number: "yes or no as a number",
  boolean_in_text: "yes or no as text",
  json: "JSON",
  email: "e-mail addresses",
  url: "web addresses",
  code: "codes",
  money: "amounts of money",
  percentage: "percentages",
};

export const AUTHORS: Record<Author, { name: string; says: string }> = {
  rules: { name: "by rules", says: "Made from names, types, keys and values" },
  model: { name: "by a model", says: "Written by a language model; checked against the tables only" },
  database: { name: "from the database", says: "The comment kept in the database" },
  file: { name: "from a file", says: "From a file of descriptions that you brought in" },
  person: { name: "yours", says: "Written by you; it stays when the database is read again" },
};

/** Whether its figures come from a part of the rows. */
export function sampled(profile: TableProfile): boolean {
  return profile.read < profile.rows;
}

/** "1,204"; "about 20,000 ± 0.8%"; "at least 3,100" where rows are missing. */
export function distinctWords(profile: ColumnProfile, ofSample: boolean): string {
  if (profile.distinct_exact) return count(profile.distinct);
  if (profile.distinct_error !== null) {
    const rough = Number(profile.distinct.toPrecision(3));
    return `about ${count(rough)} ± ${percentFine(profile.distinct_error)}${ofSample ? " of the rows read" : ""}`;
  }
  return `at least ${count(profile.distinct)}`;
}

/** "none", "7%", "under 1%", "over 99%", "all". */
export function nullWords(nulls: number, rows: number): string {
  if (nulls === 0) return "none";
  if (nulls >= rows) return "all";
  const share = nulls / rows;
  if (share < 0.01) return "under 1%";
  if (share > 0.99) return "over 99%";
  return percent(share);
}

/** "from 50,000 of 1,249,833 rows". */
export function sampleWords(profile: TableProfile): string | null {
  return sampled(profile) ? `from a sample: ${count(profile.read)} of ${plural(profile.rows, "row")}` : null;
}

/** The name by which SQL addresses it, its schema in front. */
export function fullName(table: Table): string {
  return table.schema ? `${table.schema}.${table.name}` : table.name;
}

function percentFine(share: number): string {
  return new Intl.NumberFormat(figures(), { style: "percent", maximumFractionDigits: 1 }).format(share);
}
