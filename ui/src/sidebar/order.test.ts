import { describe, expect, it } from "vitest";
import type { Connection } from "../contract";
import { settled } from "./order";

const made = (id: string, sample = false) => ({ id, sample }) as Connection;
const ids = (list: Connection[]) => list.map((c) => c.id).join(" ");

describe("the list of databases", () => {
  it("keeps its order when another one is opened", () => {
    const now = [made("s", true), made("b"), made("a")];
    expect(ids(settled(["s", "a", "b"], now))).toBe("s a b");
  });
  it("a new one comes first behind the samples, and one that is forgotten is gone", () => {
    const now = [made("s", true), made("new"), made("b")];
    expect(ids(settled(["s", "a", "b"], now))).toBe("s new b");
  });
  it("begins as the engine lists them", () => {
    expect(ids(settled([], [made("s", true), made("b"), made("a")]))).toBe("s b a");
  });
});
