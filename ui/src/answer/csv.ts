// The form of an export: what a person chose, as the options of the contract, or why it cannot be.
import type { CsvOptions } from "../contract";

export type Delimiter = "," | ";" | "\t" | "|";

export interface CsvForm {
  delimiter: Delimiter;
  header: boolean;
  bom: boolean;
  null: string;
  guard: boolean;
}

export const DELIMITERS: { value: Delimiter; name: string }[] = [
  { value: ",", name: "Comma" },
  { value: ";", name: "Semicolon" },
  { value: "\t", name: "Tab" },
  { value: "|", name: "Bar" },
];

export const DEFAULT_FORM: CsvForm = { delimiter: ",", header: true, bom: false, null: "", guard: true };

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
    bom: form.bom,
    null: form.null,
    guard_formulas: form.guard,
  };
}

/** A file name from the question: letters of any script and digits, words joined by hyphens. */
export function fileName(question: string): string {
  const words = question.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = words.join("-").toLowerCase().slice(0, 60).replace(/-$/, "");
  return `${stem || "answer"}.csv`;
}
