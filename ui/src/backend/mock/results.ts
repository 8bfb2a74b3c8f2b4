// Results that the mock's queries give.
import type { Cell, ResultColumn, ResultSet, TypeKind } from "../../contract";

export function resultOf(columns: readonly (readonly [string, TypeKind])[], rows: Cell[][]): ResultSet {
  return { columns: columns.map(([name, kind]): ResultColumn => ({ name, kind })), rows, truncated: null };
}

export function one(name: string, kind: TypeKind, value: Cell): ResultSet {
  return resultOf([[name, kind]], [[value]]);
}

const MONTHS: [string, number][] = [
  ["2024-01", 184_220.4],
  ["2024-02", 171_905.15],
  ["2024-03", 203_411.9],
  ["2024-04", 214_870.05],
  ["2024-05", 241_008.6],
  ["2024-06", 262_377.25],
  ["2024-07", 238_119.8],
  ["2024-08", 225_640.3],
  ["2024-09", 251_902.75],
  ["2024-10", 279_334.1],
  ["2024-11", 318_455.95],
  ["2024-12", 342_081.35],
];

export const monthly = resultOf(
  [
    ["month", "text"],
    ["sales", "real"],
  ],
  MONTHS.map((m) => [...m]),
);

const COMPANIES = [
  "Alster Kontor GmbH",
  "Maison Duvallier",
  "Van der Meer & Zonen",
  "Bałtyk Handel",
  "Öresund Provisions AB",
  "Ligurian Supply Co.",
  "Fjordhandel AS",
  "Casa Etxeberria",
  "Aurora Trading Oy",
  "Jutland Stores A/S",
];
const COUNTRIES = [
  "Germany",
  "France",
  "Netherlands",
  "Poland",
  "Sweden",
  "Italy",
  "Norway",
  "Spain",
  "Finland",
  "Denmark",
];

export function bestCustomers(by: "sales" | "orders" | "recent"): ResultSet {
  const order =
    by === "sales"
      ? [0, 4, 1, 2, 6, 3, 9, 5, 8, 7]
      : by === "orders"
        ? [2, 0, 9, 1, 4, 6, 3, 8, 5, 7]
        : [6, 0, 4, 9, 1, 2, 8, 3, 7, 5];
  const rows = order.map((n, place): Cell[] => {
    const figure =
      by === "orders"
        ? 214 - place * 11 - ((n * 7) % 5)
        : Math.round((412_880.5 - place * 27_311.35 - n * 103.1) * 100) / 100;
    return [COMPANIES[n] ?? "", COUNTRIES[n] ?? "", figure];
  });
  return resultOf(
    [
      ["company_name", "text"],
      ["country", "text"],
      [by === "orders" ? "orders" : "total_sales", by === "orders" ? "integer" : "real"],
    ],
    rows,
  );
}

/** Repeatable noise in 0..1. */
function noise(n: number): number {
  const x = Math.sin(n * 12.9898 + 78.233) * 43758.5453;
  return x - Math.floor(x);
}

export const LINES = 3_212;

export function orderLine(n: number): Cell[] {
  const day = new Date(Date.UTC(2021, 0, 4) + n * 9_300_000);
  return [
    10_000 + Math.floor(n / 3),
    (n % 3) + 1,
    COMPANIES[Math.floor(noise(n) * COMPANIES.length)] ?? "",
    1 + Math.floor(noise(n + 0.5) * 48),
    Math.round((2 + noise(n + 0.25) * 180) * 100) / 100,
    n % 7 === 0 ? null : Math.floor(noise(n + 0.75) * 4) * 5,
    { date: day.toISOString().slice(0, 10) },
    n % 11 === 0 ? "" : n % 13 === 0 ? "Leave at the quay.\nRing twice, the bell is slow." : null,
  ];
}

export function orderLines(offset: number, limit: number): ResultSet {
  const end = Math.min(LINES, offset + limit);
  const rows: Cell[][] = [];
  for (let n = offset; n < end; n++) rows.push(orderLine(n));
  return {
    ...resultOf(
      [
        ["order_id", "integer"],
        ["line_no", "integer"],
        ["company_name", "text"],
        ["quantity", "integer"],
        ["unit_price", "real"],
        ["disc_pct", "integer"],
        ["ordered", "date"],
        ["note", "text"],
      ],
      rows,
    ),
    truncated: end < LINES ? "rows" : null,
  };
}

export function wide(columns: number): ResultSet {
  const kinds: TypeKind[] = ["integer", "real", "text", "date"];
  const names = Array.from({ length: columns }, (_, n): [string, TypeKind] => [
    `measure_${n + 1}`,
    kinds[n % 4] ?? "text",
  ]);
  const rows = Array.from({ length: 60 }, (_, r): Cell[] =>
    names.map(([, kind], c): Cell => {
      const v = noise(r * columns + c);
      if (kind === "integer") return Math.floor(v * 100_000);
      if (kind === "real") return Math.round(v * 10_000) / 100;
      if (kind === "date") return { date: `2024-0${1 + Math.floor(v * 9)}-1${Math.floor(v * 10)}` };
      return v < 0.1 ? null : (COMPANIES[Math.floor(v * 10)] ?? "");
    }),
  );
  return resultOf(names, rows);
}

const LONG = "The quay wall at berth four was found to have settled by eleven millimetres. ".repeat(420);

/** One of everything that a cell can be. */
export const everything = resultOf(
  [
    ["what", "text"],
    ["value", "other"],
  ],
  [
    ["NULL", null],
    ["empty text", ""],
    ["text", "plain"],
    ["right to left", "مرحبا بالعالم، هذا نص عربي"],
    ["emoji", "👩‍👩‍👧‍👦 family at the 🏖️"],
    ["several lines", "first line\nsecond line\n\tthird, indented"],
    ["very long", LONG],
    ["markup", "<img src=x onerror=alert(1)> & <b>bold</b>"],
    ["beyond 2^53", { int: "9007199254740993" }],
    ["exact decimal", { decimal: "-1234567890123456789.10" }],
    ["not a number", { real: "NaN" }],
    ["date", { date: "2024-02-29" }],
    ["timestamp", { timestamp: "2024-02-29 13:05:00.25+00" }],
    ["interval", { interval: "1 day 02:30:00" }],
    ["JSON", { json: '{"berth":4,"tags":["quay","wall"],"ok":true}' }],
    ["bytes", { size: 20_480, head: "89504e470d0a1a0a0000000d49484452" }],
    ["list", { list: [1, null, "two", { decimal: "3.0" }] }],
    ["true", true],
  ],
);

export const scorers = resultOf(
  [
    ["player", "text"],
    ["team", "text"],
    ["games", "integer"],
    ["points_per_game", "real"],
  ],
  [
    ["Ilmari Kauppinen", "Tampere Foxes", 58, 27.4],
    ["Dariusz Wolny", "Gdynia Anchors", 60, 26.1],
    ["Théo Marchetti", "Bergen Gulls", 55, 25.8],
    ["Malik Osei", "Riga Lanterns", 59, 24.9],
    ["Signe Rasmus Holm", "Aarhus Oaks", 60, 23.3],
    ["Jonas Adeyemi", "Malmö Cranes", 51, 22.7],
    ["Petr Havelka", "Tallinn Towers", 57, 22.0],
    ["Luka Brandvold", "Oslo Owls", 60, 21.6],
  ],
);
