import { describe, expect, it } from "vitest";
import { complaint, preset, presetOf, toOptions } from "./csv";

describe("the form of a CSV file", () => {
  it("is plain as the engine's own defaults are", () => {
    expect(toOptions(preset("plain"))).toEqual({
      delimiter: ",",
      header: true,
      encoding: "utf8",
      decimal_comma: false,
      null: "",
      guard_formulas: true,
    });
  });
  it("for Excel here follows the person's own decimal mark, elsewhere the other one", () => {
    const marks = (locale: string) =>
      (["here", "elsewhere"] as const).map((name) => {
        const form = preset(name, locale);
        return `${form.delimiter}${form.comma ? "1,5" : "1.5"} ${form.encoding}`;
      });
    expect(marks("en-GB")).toEqual([",1.5 utf8_bom", ";1,5 utf8_bom"]);
    expect(marks("de-DE")).toEqual([";1,5 utf8_bom", ",1.5 utf8_bom"]);
  });
  it("knows which preset it is until something is changed", () => {
    expect(presetOf(preset("elsewhere", "de-DE"), "de-DE")).toBe("elsewhere");
    expect(presetOf({ ...preset("plain"), null: "NULL" })).toBeNull();
  });
  it("refuses a text for NULL that would break the file", () => {
    const plain = preset("plain");
    expect(complaint({ ...plain, null: "a,b" })).toContain("comma");
    expect(complaint({ ...plain, delimiter: ";", null: "a,b" })).toBeNull();
    expect(complaint({ ...plain, null: '"' })).toContain("quotes");
    expect(complaint({ ...plain, null: "NULL" })).toBeNull();
  });
});
