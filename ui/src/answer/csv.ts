// The form of a CSV file: what a person chose, as the options of the contract, or why it cannot be.
import type { CsvOptions, Encoding } from "../contract";

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
  { value: ",", name: "Comma" },
  { value: ";", name: "Semicolon" },
  { value: "\t", name: "Tab" },
  { value: "|", name: "Bar" },
];

export const ENCODINGS: { value: Encoding; name: string }[] = [
  { value: "utf8", name: "UTF-8" },
  { value: "utf8_bom", name: "UTF-8, marked for Excel" },
  { value: "utf16", name: "UTF-16" },
  { value: "windows1252", name: "Windows-1252 (Western European)" },
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

/** What keeps this form from being used, in plain words; null where nothing does. */
export function complaint(form: CsvForm): string | null {
  if (form.null.includes(form.delimiter)) {
    const name = DELIMITERS.find((d) => d.value === form.delimiter)?.name.toLowerCase() ?? "delimiter";
    return `The text for NULL must not contain the ${name} that separates the columns.`;
  }
  if (/["\r\n]/.test(form.null)) return "The text for NULL must not contain quotes or line breaks.";
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
