import { describe, expect, it } from "vitest";
import { complaint, DEFAULT_FORM, fileName, toOptions } from "./csv";

describe("the form of an export", () => {
  it("begins as the engine's own defaults", () => {
    expect(toOptions(DEFAULT_FORM)).toEqual({
      delimiter: ",",
      header: true,
      bom: false,
      null: "",
      guard_formulas: true,
    });
  });
  it("refuses a text for NULL that would break the file", () => {
    expect(complaint({ ...DEFAULT_FORM, null: "a,b" })).toContain("comma");
    expect(complaint({ ...DEFAULT_FORM, delimiter: ";", null: "a,b" })).toBeNull();
    expect(complaint({ ...DEFAULT_FORM, null: '"' })).toContain("quotes");
    expect(complaint({ ...DEFAULT_FORM, null: "NULL" })).toBeNull();
  });
});

describe("the file's name", () => {
  it("comes from the question, in any script, with nothing a file system refuses", () => {
    expect(fileName("How many customers are in France?")).toBe("how-many-customers-are-in-france.csv");
    expect(fileName("../../etc/passwd")).toBe("etc-passwd.csv");
    expect(fileName("كم عدد العملاء؟")).toBe("كم-عدد-العملاء.csv");
    expect(fileName("???")).toBe("answer.csv");
    expect(fileName("x".repeat(300)).length).toBeLessThan(70);
  });
});
