// Two invented companies, described in a few lines a table: `column type`, `*` primary key, `>table.column` a
// declared foreign key, `~table.column` an inferred one, `?` may be NULL.
import type { Catalog, Dialect, Table, TypeKind } from "../../contract";

const HARBOR = `
regions 8: region_id* integer, region_name text
employees 38: employee_id* integer, first_name text, last_name text, job_title text, hire_date text, salary integer, email? text, manager_id?>employees.employee_id integer, region_id?>regions.region_id integer, active integer
customers 640: customer_id* integer, company_name text, contact_name? text, segment text, city text, country text, region_id>regions.region_id integer, phone? text, email? text, credit_limit? real, account_manager_id?>employees.employee_id integer, customer_since text, notes? text
categories 12: category_id* integer, category_name text, description? text
products 420: product_id* integer, sku text, product_name text, category_id>categories.category_id integer, unit_price real, cost_price real, weight_g? integer, discontinued integer, launched integer
suppliers 46: supplier_id* integer, supplier_name text, country text, contact_email? text, rating? integer, lead_time_days integer
product_suppliers 690: product_id*>products.product_id integer, supplier_id*>suppliers.supplier_id integer, purchase_price real, preferred integer
order_statuses 6: code* text, label text
orders 20480: order_id* integer, customer_id>customers.customer_id integer, employee_id?>employees.employee_id integer, order_date text, required_date? text, status>order_statuses.code text, channel text, freight real, coupon_code? text
order_lines 60114: order_id*>orders.order_id integer, line_no* integer, product_id>products.product_id integer, quantity integer, unit_price real, disc_pct? integer
warehouses 5: warehouse_id* integer, wh_code text, city text, country text, pallet_places integer, manager_id?>employees.employee_id integer
stock 1730: warehouse_id*>warehouses.warehouse_id integer, product_id*>products.product_id integer, qty_on_hand integer, reorder_level integer, last_counted? text
shipments 19260: shipment_id* integer, order_id?~orders.order_id integer, warehouse_id?~warehouses.warehouse_id integer, carrier? text, shipped_at? integer, delivered_at? integer, Tracking No? text
payments 18933: payment_id* integer, order_id>orders.order_id integer, paid_on integer, amount real, method text
returns 1411: return_id* integer, order_id>orders.order_id integer, line_no integer, returned_on text, quantity integer, reason? text, refunded integer
`;

const LEAGUE = `
conferences 2: conference_id* integer, name text
arenas 16: arena_id* integer, name text, city text, capacity integer, opened? date
teams 16: team_id* integer, name text, city text, conference_id>conferences.conference_id integer, arena_id>arenas.arena_id integer, founded integer
players 412: player_id* integer, first_name text, last_name text, born date, height_cm integer, position text, country text, draft_year? integer
seasons 5: season_id* integer, label text, starts date, ends date
contracts 1240: contract_id* integer, player_id>players.player_id integer, team_id>teams.team_id integer, season_id>seasons.season_id integer, salary? decimal
games 3104: game_id* integer, season_id>seasons.season_id integer, tipoff timestamp, home_team_id>teams.team_id integer, away_team_id>teams.team_id integer, home_points integer, away_points integer, attendance? integer, overtime boolean
box_scores 68110: game_id*>games.game_id integer, player_id*>players.player_id integer, minutes? real, points integer, rebounds integer, assists integer, steals integer, blocks integer, turnovers integer
injuries 903: injury_id* integer, player_id~players.player_id integer, since date, until? date, kind text
`;

// Names that a careless screen would spoil.
const ODD = `
select 3: group* integer, order text
📦 parcels 12: id* integer, naïve “quote” text, a very long column name that goes on and on until nobody can possibly read it in one line integer
العملاء 240: المعرف* integer, الاسم text, المدينة? text
empty 0: id* integer, note? text
only_nulls 50: id* integer, nothing? text
`;

const KINDS: Record<string, TypeKind> = {
  integer: "integer",
  real: "real",
  text: "text",
  date: "date",
  timestamp: "timestamp",
  decimal: "decimal",
  boolean: "boolean",
};

function table(line: string): Table {
  const match = /^(.+) (\d+): (.+)$/.exec(line);
  if (!match) throw new Error(`Unreadable table: ${line}`);
  const [, name = "", rows = "0", fields = ""] = match;
  const made: Table = {
    name,
    schema: null,
    kind: "table",
    columns: [],
    primary_key: [],
    foreign_keys: [],
    unique: [],
    indexes: [],
    rows: { count: Number(rows), exact: true },
    comment: null,
    source: null,
  };
  for (const field of fields.split(", ")) {
    const cut = field.lastIndexOf(" ");
    const type = field.slice(cut + 1);
    const [left = "", target] = field.slice(0, cut).split(/[>~]/);
    const column = left.replace(/[*?]+$/, "");
    if (/\*/.test(left)) made.primary_key.push(column);
    if (target) {
      const [to_table = "", to_column = ""] = target.split(".");
      made.foreign_keys.push({
        columns: [column],
        to_table,
        to_columns: [to_column],
        origin: field.includes("~")
          ? { kind: "inferred", confidence: 0.94, why: "Same name and type, and every value is there." }
          : { kind: "declared" },
      });
    }
    made.columns.push({
      name: column,
      declared_type: type.toUpperCase(),
      kind: KINDS[type] ?? "other",
      nullable: left.includes("?"),
      comment: null,
      labels: [],
    });
  }
  return made;
}

export function catalog(dialect: Dialect, engine: string, name: string, text: string): Catalog {
  return { dialect, engine, name, tables: text.trim().split("\n").map(table) };
}

export const harbor = catalog("sqlite", "SQLite 3.54.1", "Harbor Goods", HARBOR);
export const league = catalog("duckdb", "DuckDB 1.5.5", "Northern League", LEAGUE);
export const odd = catalog("sqlite", "SQLite 3.54.1", "odd names", ODD);
export const nothing: Catalog = { dialect: "sqlite", engine: "SQLite 3.54.1", name: "empty", tables: [] };
