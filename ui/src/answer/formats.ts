// The forms in which rows leave the window, each with what it is good for.
import type { ExportFormat } from "../contract";
import { type CsvForm, toOptions } from "./csv";

export type Kind = ExportFormat["kind"];

export interface Form {
  kind: Kind;
  name: string;
  says: string;
  ending: string;
}

export const FORMS: readonly Form[] = [
  {
    kind: "excel",
    name: "Excel",
    says: "Real numbers and dates, leading zeros kept, and a sheet that says where they come from",
    ending: "xlsx",
  },
  { kind: "csv", name: "CSV", says: "Text that every program reads", ending: "csv" },
  {
    kind: "report",
    name: "Report",
    says: "The whole answer as one page: words, chart, rows",
    ending: "html",
  },
  { kind: "markdown", name: "Markdown", says: "A table for notes and wikis", ending: "md" },
  { kind: "json", name: "JSON", says: "One list, for programs", ending: "json" },
  { kind: "json_lines", name: "JSON Lines", says: "One row a line, for programs", ending: "jsonl" },
  { kind: "parquet", name: "Parquet", says: "Typed and small, for data tools", ending: "parquet" },
];

export function formOf(kind: Kind): Form {
  return FORMS.find((f) => f.kind === kind) ?? (FORMS[0] as Form);
}

export function formatFor(kind: Kind, csv: CsvForm, chart: string | null): ExportFormat {
  switch (kind) {
    case "csv":
      return { kind, options: toOptions(csv) };
    case "report":
      return { kind, chart };
    default:
      return { kind };
  }
}

/** A file name from the question: letters of any script and digits, words joined by hyphens. */
export function fileName(question: string, ending: string): string {
  const words = question.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = words.join("-").toLowerCase().slice(0, 60).replace(/-$/, "");
  return `${stem || "answer"}.${ending}`;
}

/** A path that the person typed, with the ending of another form. */
export function withEnding(path: string, ending: string): string {
  const known = new RegExp(`\\.(${[...FORMS.map((f) => f.ending), "tsv", "txt"].join("|")})$`, "i");
  return path.trim() === "" ? path : path.replace(known, `.${ending}`);
}
