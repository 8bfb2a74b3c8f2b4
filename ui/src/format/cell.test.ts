import { describe, expect, it } from "vitest";
import type { Cell, TypeKind } from "../contract";
import { aboutRows, asNumber, bytes, duration, formatter, grouped, raw, rowCount } from "./cell";

function shown(
  cell: Cell,
  kind: TypeKind = "other",
  name = "amount",
  sample: Cell[] = [cell],
  locale = "en-GB",
) {
  return formatter({ name, kind }, sample, locale)(cell);
}

describe("as shown", () => {
  it("NULL is unlike empty text and unlike the text NULL", () => {
    const tones = [shown(null), shown(""), shown("NULL")].map((s) => s.tone);
    expect(tones).toEqual(["null", "empty", "text"]);
  });
  it("numbers are written in the reader's way", () => {
    expect(shown(1234567.5, "real").text).toBe("1,234,567.5");
    expect(shown(1234567.5, "real", "amount", [1234567.5], "de-DE").text).toBe("1.234.567,5");
  });
  it("years, identifiers and codes have no separators", () => {
    for (const name of ["year", "order_id", "id", "customerId", "season", "postcode"]) {
      expect(shown(2024, "integer", name).text).toBe("2024");
    }
    expect(shown(2024, "integer", "paid").text).toBe("2,024");
  });
  it("a column of money lines up", () => {
    const sample = [1.5, 2.25, 3];
    expect(sample.map((v) => shown(v, "real", "price", sample).text)).toEqual(["1.50", "2.25", "3.00"]);
  });
  it("a sum or an average of money ends at the cents, a place on the globe does not", () => {
    const worked = [28404.5, 12.3456789];
    const said = (name: string) => worked.map((v) => shown(v, "real", name, worked).text);
    expect(said("average_price")).toEqual(["28,404.50", "12.35"]);
    const sums = [28404.5, 29214];
    expect(sums.map((v) => shown(v, "real", "total_fee", sums).text)).toEqual(["28,404.50", "29,214.00"]);
    expect(said("ratio")).toEqual(said("average_price"));
    expect(said("latitude")).toEqual(["28,404.50", "12.3457"]);
    const divided: Cell = { decimal: "24832.8571428571428571" };
    expect(shown(divided, "decimal", "figure", [divided]).text).toBe("24,832.8571");
    expect(shown(divided, "decimal", "average_price", [divided]).text).toBe("24,832.86");
    expect(shown(0.123456, "real", "average_share").text).toBe("0.1235");
  });
  it("binary noise is not shown, small numbers do not become zero", () => {
    expect(shown(0.1 + 0.2, "real").text).toBe("0.3");
    expect(shown(0.00001234, "real").text).toBe("0.00001234");
  });
  it("integers and decimals beyond doubles keep every digit", () => {
    expect(shown({ int: "9007199254740993" }, "integer").text).toBe("9,007,199,254,740,993");
    expect(shown({ decimal: "-1234567890123456789.10" }, "decimal").text).toBe(
      "-1,234,567,890,123,456,789.10",
    );
    expect(grouped("1234.50", true, "de-DE")).toBe("1.234,50");
    expect(grouped("1e5")).toBe("1e5");
  });
  it("line breaks and very long text are kept to one line", () => {
    expect(shown("a\r\nb\nc", "text").text).toBe("a ⏎ b ⏎ c");
    expect(shown("x".repeat(10_000), "text").text.length).toBeLessThan(300);
  });
  it("every kind of cell has a text", () => {
    const cells: Cell[] = [
      true,
      { real: "NaN" },
      { date: "2024-02-29" },
      { time: "13:05:00" },
      { timestamp: "2024-02-29 13:05:00" },
      { interval: "1 day" },
      { json: "{}" },
      { size: 3, head: "abcdef" },
      { list: [1, null, "x"] },
    ];
    expect(cells.map((c) => shown(c).text)).toEqual([
      "true",
      "NaN",
      "2024-02-29",
      "13:05:00",
      "2024-02-29 13:05:00",
      "1 day",
      "{}",
      "3 bytes · abcdef",
      "[1, NULL, x]",
    ]);
  });
});

describe("as it is", () => {
  it("copying gives the value and not its dress", () => {
    expect(raw(1234567.5)).toBe("1234567.5");
    expect(raw({ int: "9007199254740993" })).toBe("9007199254740993");
    expect(raw(null)).toBe("");
  });
  it("numbers are numbers in all their forms, text is not", () => {
    expect([
      asNumber(2),
      asNumber({ int: "3" }),
      asNumber({ decimal: "4.5" }),
      asNumber("5"),
      asNumber(null),
      asNumber({ real: "NaN" }),
    ]).toEqual([2, 3, 4.5, null, null, null]);
  });
});

describe("words for amounts", () => {
  it("durations", () =>
    expect([0.2, 12.4, 1499, 12_000, 61_000].map(duration)).toEqual([
      "<1 ms",
      "12 ms",
      "1.5 s",
      "12 s",
      "1 min 1 s",
    ]));
  it("sizes", () =>
    expect([bytes(1, "en-GB"), bytes(1500, "en-GB"), bytes(25_000_000, "en-GB")]).toEqual([
      "1 byte",
      "1.5 kB",
      "25 MB",
    ]));
});

describe("rows of a table", () => {
  it("are said to be about so many where the engine only estimates", () => {
    expect(rowCount({ count: 11_987, exact: true }, "en-GB")).toBe("11,987");
    expect(rowCount({ count: 11_987, exact: false }, "en-GB")).toBe("about 12,000");
    expect(rowCount({ count: 1_249_833, exact: false }, "en-GB")).toBe("about 1,200,000");
    expect(rowCount({ count: 57, exact: false }, "en-GB")).toBe("about 57");
  });
  it("are one row or several", () => {
    expect(aboutRows({ count: 1, exact: true })).toBe("1 row");
    expect(aboutRows({ count: 1, exact: false })).toBe("about 1 row");
    expect(aboutRows({ count: 0, exact: true })).toBe("0 rows");
  });
});

describe("moments that are days", () => {
  const at = (timestamp: string): Cell => ({ timestamp });
  const shown = (...cells: Cell[]) => {
    const format = formatter({ name: "t", kind: "timestamp" }, cells);
    return cells.map((cell) => format(cell).text);
  };
  it("are shown without their midnight, where all of a column are", () => {
    expect(shown(at("2024-02-29 00:00:00"), at("2024-03-01 00:00:00+00"))).toEqual([
      "2024-02-29",
      "2024-03-01",
    ]);
  });
  it("keep their times where one of them has another", () => {
    expect(shown(at("2024-02-29 00:00:00"), at("2024-03-01 08:30:00"))).toEqual([
      "2024-02-29 00:00:00",
      "2024-03-01 08:30:00",
    ]);
  });
});
