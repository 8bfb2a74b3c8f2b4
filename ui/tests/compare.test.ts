// One question, then and now.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, violations } from "./scene";

const BEST = "Who are our best customers?";

async function askTwice(question: string) {
  await ask(question);
  await id("new-question").click();
  await ask(question);
}

describe("an answer beside an earlier one", () => {
  it("is offered once the question was asked before, and says what is new, gone and changed", async () => {
    await open();
    await ask(BEST);
    await expect.poll(() => id("compare").count()).toBe(0);
    await id("new-question").click();
    await ask(BEST);
    await id("compare").click();
    await expect.poll(() => id("comparison-says").textContent()).toMatch(/^1 more row since \d+ \w+/);
    const rows = () => id("comparison").locator("tbody tr").count();
    await expect.poll(rows).toBe(4);
    await id("compare-new").click();
    await expect.poll(rows).toBe(2);
    await id("compare-changed").click();
    await expect.poll(() => id("comparison").locator("del").count()).toBe(1);
    await expect.poll(() => id("comparison-same").textContent()).toBe("7 as they were");
    expect(await violations()).toEqual([]);
    await id("compare").click();
    await expect.poll(() => id("comparison").count()).toBe(0);
  });

  it("of one figure is the figure before and the difference", async () => {
    await open({ colorScheme: "dark" });
    await askTwice("How many customers are in france?");
    await id("compare").click();
    await expect.poll(() => id("comparison-says").textContent()).toMatch(/^71, after 64 on .+: \+7\.$/);
    expect(await violations()).toEqual([]);
  });

  it("opens from the history, and of three runs the other two can be chosen", async () => {
    await open();
    await askTwice(BEST);
    await id("new-question").click();
    await ask(BEST);
    await id("new-question").click();
    await id("history-tab").click();
    await page
      .getByRole("button", { name: `More about “${BEST}”` })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Compare with an earlier run" }).click();
    await id("comparison-says").waitFor();
    const before = await id("comparison-says").textContent();
    const options = id("comparison-with").locator("option");
    await expect.poll(() => options.count()).toBe(2);
    await id("comparison-with").selectOption({ index: 1 });
    await expect.poll(() => id("comparison-says").textContent()).not.toBe(before);
  });

  it("opens from the history where a verified answer is older than the data, and says what went wrong", async () => {
    await open({ viewport: { width: 760, height: 900 } });
    await ask("How many stale customers are in france?");
    await id("verdict").click();
    await id("verdict-kept").waitFor();
    await id("new-question").click();
    await ask("How many stale and broken customers are in france?");
    await id("verdict").click();
    await id("verdict-kept").waitFor();
    const menu = async (part: string) => {
      if ((await id("history-tab").count()) === 0) await id("open-drawer").click();
      await id("history-tab").click();
      await page.getByRole("button", { name: new RegExp(`^More about .+${part}`) }).click();
    };
    await menu("stale and broken");
    await id("thread-check").click();
    await page.getByText("does not run any more").first().waitFor();
    await menu("stale customers");
    await id("thread-check").click();
    await expect.poll(() => id("comparison-says").textContent()).toMatch(/^71, after 64 on .+: \+7\.$/);
    expect(await violations()).toEqual([]);
  });

  it("says that not all rows were kept where a result is cut", async () => {
    await open();
    await askTwice("Show all order lines");
    await id("compare").click();
    await id("comparison").getByText("A run keeps its first rows only.").waitFor();
  });
});
