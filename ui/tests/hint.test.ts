// Hints that go with one question, and what a model was given and chose, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, openArena, over, page, tabTo, violations } from "./scene";

async function openWithModel(options?: Parameters<typeof open>[0]) {
  await open(options, { "mock.models": "cloud" });
}

const HINT = "a big order is one over 1,000";

describe("a hint", () => {
  it("is given by keyboard with one question, shown with its run, and gone for the next", async () => {
    await openWithModel();
    await id("question-input").fill("How many customers are in france?");
    await tabTo("hint-toggle");
    await expect.poll(() => id("hint-toggle").getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    const field = page.getByRole("textbox", { name: "Hint for this question" });
    await expect.poll(() => field.evaluate((e) => e === document.activeElement)).toBe(true);
    await expect.poll(() => id("hint-toggle").getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.type(HINT);
    expect(await violations()).toEqual([]);
    await page.keyboard.press("Enter");
    await over("answered");
    await expect.poll(() => id("run-hint").textContent()).toContain(HINT);
    await expect.poll(() => field.count()).toBe(0);
    await expect.poll(() => id("question-input").evaluate((e) => e === document.activeElement)).toBe(true);
    await id("new-question").click();
    await ask("How many customers never ordered?");
    await expect.poll(() => id("run-hint").count()).toBe(0);
    await id("history-tab").click();
    await page.locator(".history-item").nth(1).click();
    await page.getByText("Saved run").waitFor();
    await expect.poll(() => id("run-hint").textContent()).toContain(HINT);
  });

  it("can be left out again, and says what is read of it without a model", async () => {
    await open();
    await id("hint-toggle").click();
    await id("hint-input").fill(HINT);
    const says = await id("hint-input").getAttribute("aria-describedby");
    await expect
      .poll(() => page.locator(`[id="${says}"]`).textContent())
      .toContain("Without a language model only a formula is read");
    await id("hint-toggle").click();
    await ask("How many customers are in france?");
    await expect.poll(() => id("run-hint").count()).toBe(0);
  });
});

describe("what a model chose", () => {
  it("is told: for sure, perhaps, made up, and the questions it learns from", async () => {
    await openWithModel({ colorScheme: "dark" });
    await ask("How many customers are in france?");
    await openArena();
    await id("column-matches").click();
    const chosen = (await id("model-chose").textContent()) ?? "";
    expect(chosen).toContain("What the model took for surecustomers.customer_id");
    expect(chosen).toContain("What may also be meantcustomers.city, orders.status");
    expect(chosen).toContain("Names it made up, left outcustomers.nationality");
    expect(chosen).toContain("A first query, whose columns are keptSELECT city");
    const likes = page.getByRole("list", { name: "Questions like this one" });
    await expect.poll(() => likes.textContent()).toContain("How many customers are in Spain?");
    expect(await violations()).toEqual([]);
  });

  it("is not spoken of without a model", async () => {
    await open();
    await ask("How many customers are in france?");
    await openArena();
    await id("column-matches").click();
    await page.getByRole("table", { name: "What the words were matched to" }).waitFor();
    await expect.poll(() => id("model-chose").count()).toBe(0);
    await expect.poll(() => page.getByRole("list", { name: "Questions like this one" }).count()).toBe(0);
  });
});

describe("the score of a table", () => {
  it("is a part of its names that were said, of the best of them, and of what is like the question", async () => {
    await open();
    await ask("Average days from order to delivery by month");
    await openArena();
    await id("column-matches").click();
    await id("table-details").locator("summary").click();
    const rows = page.getByRole("table", { name: "How well each table fits" }).locator("tbody tr");
    await rows.first().waitFor();
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "")),
    );
    const most = Math.max(...cells.map(([, named]) => Number(named)));
    for (const [table, named, best, searched, score] of cells) {
      expect(table).not.toBe("");
      const due = 0.3 * (Number(named) / most) + 0.4 * Number(best) + 0.3 * Number(searched);
      expect(Math.abs(Number(score) - due)).toBeLessThan(0.011);
    }
    expect(await violations()).toEqual([]);
  });
});
