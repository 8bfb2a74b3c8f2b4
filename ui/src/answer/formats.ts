// The forms in which rows leave the window, each with what it is good for.
import type { ExportFormat } from "../contract";
import { t } from "../text";
import { type CsvForm, toOptions } from "./csv";
import "../text/en/answer";

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
    says: t("answer.export.forms.excel"),
    ending: "xlsx",
  },
  { kind: "csv", name: "CSV", says: t("answer.export.forms.csv"), ending: "csv" },
  {
    kind: "report",
    name: t("answer.export.report"),
    says: t("answer.export.forms.report"),
    ending: "html",
  },
  { kind: "markdown", name: "Markdown", says: t("answer.export.forms.markdown"), ending: "md" },
  { kind: "json", name: "JSON", says: t("answer.export.forms.json"), ending: "json" },
  { kind: "json_lines", name: "JSON Lines", says: t("answer.export.forms.jsonLines"), ending: "jsonl" },
  { kind: "parquet", name: "Parquet", says: t("answer.export.forms.parquet"), ending: "parquet" },
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
  return `${stem || t("answer.export.fileName")}.${ending}`;
}

/** A path that the person typed, with the ending of another form. */
export function withEnding(path: string, ending: string): string {
  const known = new RegExp(`\\.(${[...FORMS.map((f) => f.ending), "tsv", "txt"].join("|")})$`, "i");
  return path.trim() === "" ? path : path.replace(known, `.${ending}`);
}
