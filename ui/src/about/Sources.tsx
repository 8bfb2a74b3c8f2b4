// How each file was read, so that a person who knows better can see it.
import { FileText } from "lucide-react";
import { fileName } from "../connect/form";
import type { Catalog } from "../contract";
import { aboutRows, plural } from "../format/cell";
import { readAs } from "./facts";

export function Sources({ catalog }: { catalog: Catalog }) {
  const tables = catalog.tables.flatMap((t) => (t.source ? [{ table: t, source: t.source }] : []));
  if (tables.length === 0) return null;
  const files = new Set(tables.map((t) => t.source.path)).size;
  return (
    <section className="about-card" aria-labelledby="sources-heading" data-testid="sources">
      <div className="about-card-words">
        <h2 id="sources-heading" className="about-heading">
          <FileText aria-hidden size={17} />
          How the files were read
        </h2>
        <p className="quiet-text">
          {plural(files, "file")}, {plural(tables.length, "table")}. The files stay as they are.
        </p>
      </div>
      <div className="sources-place">
        <table className="sources">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Table</th>
              <th scope="col">Read as</th>
              <th scope="col" className="num">
                Size
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
                  {plural(table.columns.length, "column")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
