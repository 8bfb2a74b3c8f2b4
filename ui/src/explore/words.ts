// What the figures of a profile are called.
import type { Author, ColumnProfile, Disguise, Table, TableProfile } from "../contract";
import { count, percent } from "../format/cell";
import { figures } from "../format/numbers";
import { t } from "../text";
import "../text/en/explore";

export const DISGUISES: Record<Disguise, string> = {
  iso_date: t("explore.disguises.isoDate"),
  slash_date: t("explore.disguises.slashDate"),
  compact_date: t("explore.disguises.compactDate"),
  unix_seconds: t("explore.disguises.unixSeconds"),
  year: t("explore.disguises.year"),
  number_in_text: t("explore.disguises.numberInText"),
  boolean_in_number: t("explore.disguises.booleanInNumber"),
  boolean_in_text: t("explore.disguises.booleanInText"),
  json: t("explore.disguises.json"),
  email: t("explore.disguises.email"),
  url: t("explore.disguises.url"),
  code: t("explore.disguises.code"),
  money: t("explore.disguises.money"),
  percentage: t("explore.disguises.percentage"),
};

export const AUTHORS: Record<Author, { name: string; says: string }> = {
  rules: { name: t("explore.authors.rules"), says: t("explore.authors.rulesSays") },
  model: { name: t("explore.authors.model"), says: t("explore.authors.modelSays") },
  database: { name: t("explore.authors.database"), says: t("explore.authors.databaseSays") },
  file: { name: t("explore.authors.file"), says: t("explore.authors.fileSays") },
  person: { name: t("explore.authors.person"), says: t("explore.authors.personSays") },
};

/** Whether its figures come from a part of the rows. */
export function sampled(profile: TableProfile): boolean {
  return profile.read < profile.rows;
}

/** "1,204"; "about 20,000 ± 0.8%"; "at least 3,100" where rows are missing. */
export function distinctWords(profile: ColumnProfile, ofSample: boolean): string {
  if (profile.distinct_exact) return count(profile.distinct);
  if (profile.distinct_error !== null) {
    const parts = {
      n: Number(profile.distinct.toPrecision(3)),
      error: percentFine(profile.distinct_error),
    };
    return ofSample ? t("explore.distinct.aboutRead", parts) : t("explore.distinct.about", parts);
  }
  return t("explore.distinct.atLeast", { n: profile.distinct });
}

/** "none", "7%", "under 1%", "over 99%", "all". */
export function nullWords(nulls: number, rows: number): string {
  if (nulls === 0) return t("explore.nulls.none");
  if (nulls >= rows) return t("explore.nulls.all");
  const share = nulls / rows;
  if (share < 0.01) return t("explore.nulls.under", { share: percent(0.01) });
  if (share > 0.99) return t("explore.nulls.over", { share: percent(0.99) });
  return percent(share);
}

/** "from a sample: 50,000 of 1,249,833 rows". */
export function sampleWords(profile: TableProfile): string | null {
  if (!sampled(profile)) return null;
  return t("explore.sample.words", {
    read: profile.read,
    rows: t("common.rows", { count: profile.rows }),
  });
}

/** The name by which SQL addresses it, its schema in front. */
export function fullName(table: Table): string {
  return table.schema ? `${table.schema}.${table.name}` : table.name;
}

function percentFine(share: number): string {
  return new Intl.NumberFormat(figures(), { style: "percent", maximumFractionDigits: 1 }).format(share);
}
