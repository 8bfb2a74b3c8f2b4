import { describe, expect, it } from "vitest";
import { found } from "./names";

const lower = (text: string) => text.toLocaleLowerCase();
const compare = {
  contains: (text: string, part: string) => lower(text).includes(lower(part)),
  startsWith: (text: string, part: string) => lower(text).startsWith(lower(part)),
};
const names = ["customers", "order_lines", "orders", "reorder_points"];

describe("names by a part", () => {
  it("those that begin with it come first, the rest in their order", () => {
    expect(found(names, "ORDER", compare)).toEqual(["order_lines", "orders", "reorder_points"]);
    expect(found(names, "line", compare)).toEqual(["order_lines"]);
  });

  it("nothing typed finds everything, nonsense nothing", () => {
    expect(found(names, " ", compare)).toEqual(names);
    expect(found(names, "xyz", compare)).toEqual([]);
  });
});
