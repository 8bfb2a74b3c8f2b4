// What an answer's rows say beyond its sentence, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, violations } from "./scene";

const CHANNELS = "How many orders came in by each channel?";

describe("what is worth knowing of an answer", () => {
  it("stands under the answer with its figures, and its rows are one press away", async () => {
    await open();
    await ask(CHANNELS);
    await expect.poll(() => id("in-rows").textContent()).toContain("Web shop makes up 62% of the total");
    await expect.poll(() => id("in-rows").textContent()).toContain("1,302 of 2,100, over 5 rows.");
    await id("in-rows-show").nth(1).click();
    // The chart gives way to the table, and the row stands out in it.
    await expect.poll(() => page.locator(".grid-row.spoken").count()).toBe(1);
    await expect.poll(() => page.locator(".grid-row.spoken").textContent()).toContain("118");
    expect(await violations()).toEqual([]);
    await id("in-rows-show").nth(1).click();
    await expect.poll(() => page.locator(".grid-row.spoken").count()).toBe(0);
  });

  it("keeps its row when the table is sorted", async () => {
    await open();
    await ask(CHANNELS);
    await id("in-rows-show").first().click();
    await page.getByRole("columnheader", { name: "orders" }).click();
    await expect.poll(() => page.locator(".grid-row.spoken").textContent()).toContain("1,302");
    await expect.poll(() => page.locator(".grid-row.body").last().getAttribute("class")).toContain("spoken");
  });

  it("is not there where the rows say nothing more", async () => {
    await open();
    await ask("How many customers are in france?");
    await expect.poll(() => id("in-rows").count()).toBe(0);
  });
});
