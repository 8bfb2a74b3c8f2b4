// The form of a CSV file: what a person chose, as the options of the contract, or why it cannot be.
import type { CsvOptions, Encoding } from "../contract";
import { t } from "../text";
import "../text/en/answer";

export type Delimiter = "," | ";" | "\t" | "|";

export interface CsvForm {
  delimiter: Delimiter;
  header: boolean;
  encoding: Encoding;
  comma: boolean;
  null: string;
  guard: boolean;
}

export type Preset = "here" | "elsewhere" | "plain";

export const DELIMITERS: { value: Delimiter; name: string }[] = [
  { value: ",", name: t("answer.csv.comma") },
  { value: ";", name: t("answer.csv.semicolon") },
  { value: "\t", name: t("answer.csv.tab") },
  { value: "|", name: t("answer.csv.bar") },
];

export const ENCODINGS: { value: Encoding; name: string }[] = [
  { value: "utf8", name: t("answer.csv.utf8") },
  { value: "utf8_bom", name: t("answer.csv.utf8Bom") },
  { value: "utf16", name: t("answer.csv.utf16") },
  { value: "windows1252", name: t("answer.csv.windows1252") },
];

const PLAIN: CsvForm = {
  delimiter: ",",
  header: true,
  encoding: "utf8",
  comma: false,
  null: "",
  guard: true,
};

/** Whether numbers are written 1,5 here. */
export function commaHere(locale?: string): boolean {
  return new Intl.NumberFormat(locale)
    .formatToParts(1.5)
    .some((p) => p.type === "decimal" && p.value === ",");
}

/** Excel takes the comma of the decimals or of the columns, never both: where one is used, the other is a semicolon. */
function excel(comma: boolean): CsvForm {
  return { ...PLAIN, delimiter: comma ? ";" : ",", encoding: "utf8_bom", comma };
}

export function preset(name: Preset, locale?: string): CsvForm {
  if (name === "plain") return PLAIN;
  return excel(name === "here" ? commaHere(locale) : !commaHere(locale));
}

/** Which preset a form is; null: the person's own. */
export function presetOf(form: CsvForm, locale?: string): Preset | null {
  const names: Preset[] = ["here", "elsewhere", "plain"];
  return names.find((name) => JSON.stringify(preset(name, locale)) === JSON.stringify(form)) ?? null;
}

const DELIMITED: Record<Delimiter, string> = {
  ",": t("answer.csv.nullComma"),
  ";": t("answer.csv.nullSemicolon"),
  "\t": t("answer.csv.nullTab"),
  "|": t("answer.csv.nullBar"),
};

/** What keeps this form from being used, in plain words; null where nothing does. */
export function complaint(form: CsvForm): string | null {
  if (form.null.includes(form.delimiter)) return DELIMITED[form.delimiter];
  if (/["\r\n]/.test(form.null)) return t("answer.csv.nullQuotes");
  return null;
}

export function toOptions(form: CsvForm): CsvOptions {
  return {
    delimiter: form.delimiter,
    header: form.header,
    encoding: form.encoding,
    decimal_comma: form.comma,
    null: form.null,
    guard_formulas: form.guard,
  };
}
