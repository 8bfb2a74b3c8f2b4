// A company's server, with all that the invented samples lack: schemas, views, enumerated types, indexes, estimates.
// And files, each with how it was read.
import type { Catalog, Source, Table, TableKind } from "../../contract";
import { catalog } from "./catalogs";

const COMPANY = `
customers 48210: customer_id* integer, company_name text, country text, segment? text, created_at timestamp
orders 1249833: order_id* integer, customer_id>customers.customer_id integer, status text, ordered_at timestamp, total? decimal
order_items 3812904: order_id*>orders.order_id integer, line* integer, product_id~products.product_id integer, quantity integer, price decimal
products 11987: product_id* integer, sku text, title text, price decimal
open_orders 8120: order_id integer, customer_id integer, ordered_at timestamp
monthly_revenue 96: month date, revenue decimal
currency_rates 210: currency text, day date, rate decimal
invoices 1198211: invoice_id* integer, order_id?~orders.order_id integer, issued date, paid? boolean
`;

const made = catalog("postgres", "PostgreSQL 15.14", "shop", COMPANY);

function altered(table: Table): Table {
  const kinds: Record<string, TableKind> = {
    open_orders: "view",
    monthly_revenue: "materialized_view",
    currency_rates: "foreign",
  };
  const kind = kinds[table.name] ?? "table";
  const next: Table = { ...table, kind, schema: table.name === "invoices" ? "finance" : null };
  if (kind === "view" || kind === "foreign") next.rows = null;
  else if (table.rows && table.rows.count > 1000) next.rows = { ...table.rows, exact: false };
  if (table.name === "orders") {
    next.columns = table.columns.map((c) =>
      c.name === "status"
        ? {
            ...c,
            declared_type: "order_status",
            labels: ["new", "paid", "packed", "sent", "returned", "cancelled"],
          }
        : c,
    );
    next.indexes = [
      { name: "orders_status_idx", columns: ["status", "ordered_at"], unique: false },
      { name: "orders_customer_idx", columns: ["customer_id"], unique: false },
    ];
  }
  if (table.name === "products") {
    next.unique = [["sku"]];
    next.indexes = [{ name: "products_sku_key", columns: ["sku"], unique: true }];
  }
  return next;
}

export const company: Catalog = { ...made, tables: made.tables.map(altered) };

const READ: Record<string, Omit<Source, "path">> = {
  csv: { format: "CSV", sheet: null, encoding: "UTF-8", delimiter: ",", header: true },
  tsv: { format: "TSV", sheet: null, encoding: "windows-1252", delimiter: "\t", header: false },
  parquet: { format: "Parquet", sheet: null, encoding: null, delimiter: null, header: null },
  json: { format: "JSON", sheet: null, encoding: "UTF-8", delimiter: null, header: null },
  xlsx: { format: "XLSX", sheet: "2024", encoding: null, delimiter: null, header: true },
};

const FIELDS: Record<string, string> = {
  csv: "id integer, city text, visitors? integer",
  tsv: "column0 text, column1 integer",
  parquet: "id integer, taken timestamp, value real",
  json: "id integer, note? text",
  xlsx: "Month text, Budget real, Spent? real",
};

/** One table a file, named after it; a workbook's after its sheet, too. */
export function fromFiles(paths: readonly string[]): Catalog {
  const tables = paths.flatMap((path): Table[] => {
    const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "csv";
    const stem = path.replace(/^.*[/\\]/, "").replace(/\.\w+$/, "");
    const read = READ[ending];
    if (!read) return [];
    const name = read.sheet ? `${stem}_${read.sheet}` : stem;
    const [table] = catalog("duckdb", "", "", `${name.replace(/\W/g, "_")} 1204: ${FIELDS[ending]}`).tables;
    return table ? [{ ...table, kind: "foreign", source: { ...read, path } }] : [];
  });
  return { dialect: "duckdb", engine: "DuckDB 1.5.5", name: tables[0]?.name ?? "files", tables };
}
