import { describe, expect, it } from "vitest";
import { compact } from "./compact";

describe("short figures", () => {
  it("are as short as the largest beside them", () => {
    const axis = [0, 5_000, 10_000, 30_000].map((v) => compact(v, "en-US", 30_000));
    expect(axis).toEqual(["0", "5K", "10K", "30K"]);
    expect(compact(5_000, "en-US")).toBe("5,000");
    expect(compact(2_500, "en-US", 12_500)).toBe("2.5K");
  });
});
