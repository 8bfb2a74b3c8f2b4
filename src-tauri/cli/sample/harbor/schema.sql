CREATE TABLE regions (
  region_id INTEGER PRIMARY KEY,
  region_name TEXT NOT NULL
);
CREATE TABLE employees (
  employee_id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  job_title TEXT NOT NULL,
  hire_date TEXT NOT NULL,
  salary INTEGER NOT NULL,
  email TEXT,
  manager_id INTEGER REFERENCES employees (employee_id),
  region_id INTEGER REFERENCES regions (region_id),
  active INTEGER NOT NULL
);
CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY,
  company_name TEXT NOT NULL,
  contact_name TEXT,
  segment TEXT NOT NULL,
  city TEXT NOT NULL,
  country TEXT NOT NULL,
  region_id INTEGER NOT NULL REFERENCES regions (region_id),
  phone TEXT,
  email TEXT,
  credit_limit REAL,
  account_manager_id INTEGER REFERENCES employees (employee_id),
  customer_since TEXT NOT NULL,
  notes TEXT
);
CREATE TABLE categories (
  category_id INTEGER PRIMARY KEY,
  category_name TEXT NOT NULL UNIQUE,
  description TEXT
);
CREATE TABLE products (
  product_id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL UNIQUE,
  product_name TEXT NOT NULL,
  category_id INTEGER NOT NULL REFERENCES categories (category_id),
  unit_price REAL NOT NULL,
  cost_price REAL NOT NULL,
  weight_g INTEGER,
  discontinued INTEGER NOT NULL,
  launched INTEGER NOT NULL
);
CREATE TABLE suppliers (
  supplier_id INTEGER PRIMARY KEY,
  supplier_name TEXT NOT NULL,
  country TEXT NOT NULL,
  contact_email TEXT,
  rating INTEGER,
  lead_time_days INTEGER NOT NULL
);
CREATE TABLE product_suppliers (
  product_id INTEGER NOT NULL REFERENCES products (product_id),
  supplier_id INTEGER NOT NULL REFERENCES suppliers (supplier_id),
  purchase_price REAL NOT NULL,
  preferred INTEGER NOT NULL,
  PRIMARY KEY (product_id, supplier_id)
);
CREATE TABLE order_statuses (
  code TEXT PRIMARY KEY,
  label TEXT NOT NULL
);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  employee_id INTEGER REFERENCES employees (employee_id),
  order_date TEXT NOT NULL,
  required_date TEXT,
  status TEXT NOT NULL REFERENCES order_statuses (code),
  channel TEXT NOT NULL,
  freight REAL NOT NULL,
  coupon_code TEXT
);
CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  line_no INTEGER NOT NULL,
  product_id INTEGER NOT NULL REFERENCES products (product_id),
  quantity INTEGER NOT NULL,
  unit_price REAL NOT NULL,
  disc_pct INTEGER,
  PRIMARY KEY (order_id, line_no)
);
CREATE TABLE warehouses (
  warehouse_id INTEGER PRIMARY KEY,
  wh_code TEXT NOT NULL UNIQUE,
  city TEXT NOT NULL,
  country TEXT NOT NULL,
  pallet_places INTEGER NOT NULL,
  manager_id INTEGER REFERENCES employees (employee_id)
);
CREATE TABLE stock (
  warehouse_id INTEGER NOT NULL REFERENCES warehouses (warehouse_id),
  product_id INTEGER NOT NULL REFERENCES products (product_id),
  qty_on_hand INTEGER NOT NULL,
  reorder_level INTEGER NOT NULL,
  last_counted TEXT,
  PRIMARY KEY (warehouse_id, product_id)
);
CREATE TABLE shipments (
  shipment_id INTEGER PRIMARY KEY,
  order_id INTEGER,
  warehouse_id INTEGER,
  carrier TEXT,
  shipped_at INTEGER,
  delivered_at INTEGER,
  "Tracking No" TEXT
);
CREATE TABLE payments (
  payment_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  paid_on INTEGER NOT NULL,
  amount REAL NOT NULL,
  method TEXT NOT NULL
);
CREATE TABLE returns (
  return_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL,
  line_no INTEGER NOT NULL,
  returned_on TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  reason TEXT,
  refunded INTEGER NOT NULL,
  FOREIGN KEY (order_id, line_no) REFERENCES order_lines (order_id, line_no)
);
CREATE INDEX orders_by_customer ON orders (customer_id);
CREATE INDEX orders_by_date ON orders (order_date);
CREATE INDEX lines_by_product ON order_lines (product_id);
CREATE INDEX payments_by_order ON payments (order_id);
