// How each file was read, so that a person who knows better can see it.
import { FileText } from "lucide-react";
import { fileName } from "../connect/form";
import type { Catalog } from "../contract";
import { aboutRows } from "../format/cell";
import { t } from "../text";
import { readAs } from "./facts";
import "../text/en/aboutMore";

export function Sources({ catalog }: { catalog: Catalog }) {
  const tables = catalog.tables.flatMap((table) => (table.source ? [{ table, source: table.source }] : []));
  if (tables.length === 0) return null;
  const files = new Set(tables.map(({ source }) => source.path)).size;
  return (
    <section className="about-card" aria-labelledby="sources-heading" data-testid="sources">
      <div className="about-card-words">
        <h2 id="sources-heading" className="about-heading">
          <FileText aria-hidden size={17} />
          {t("about.sources.title")}
        </h2>
        <p className="quiet-text">
          {t("about.sources.says", {
            files: t("common.files", { count: files }),
            tables: t("common.tables", { count: tables.length }),
          })}
        </p>
      </div>
      <div className="sources-place">
        <table className="sources">
          <thead>
            <tr>
              <th scope="col">{t("about.sources.file")}</th>
              <th scope="col">{t("about.sources.table")}</th>
              <th scope="col">{t("about.sources.readAs")}</th>
              <th scope="col" className="num">
                {t("about.sources.size")}
              </th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ table, source }) => (
              <tr key={table.name}>
                <td title={source.path} dir="auto">
                  {fileName(source.path)}
                </td>
                <td className="mono" dir="auto">
                  {table.name}
                </td>
                <td>
                  <span className="tag">{source.format}</span> {readAs(source).join(", ")}
                </td>
                <td className="num">
                  {table.rows ? aboutRows(table.rows) : ""}
                  {table.rows && ", "}
                  {t("common.columns", { count: table.columns.length })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
