// Pinned answers on one page: kept, run again, exported; and the commands that lead there.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, violations } from "./scene";

async function pin(question: string) {
  if ((await id("new-question").count()) > 0) await id("new-question").click();
  await ask(question);
  await id("pin").click();
  await expect.poll(() => id("pin").getAttribute("aria-pressed")).toBe("true");
}

const cards = () => page.locator(".pin-card");

describe("pinned answers", () => {
  it("say how to pin where there are none, and are opened by a key, a command and the sidebar", async () => {
    await open();
    await page.keyboard.press("Control+d");
    await id("pins-empty").getByText("press Pin in its answer").waitFor();
    expect(await violations()).toEqual([]);
    await id("pins-ask").click();
    await page.keyboard.press("Control+k");
    await id("palette-input").waitFor();
    await page.keyboard.type("pinned");
    expect(await violations()).toEqual([]);
    await page.keyboard.press("Enter");
    await id("pins-empty").waitFor();
    await page.keyboard.press("Escape");
    await id("side-pins").click();
    await id("pins-empty").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => id("pins").count()).toBe(0);
  });

  it("stand on one page with figure, chart and first rows, and one question once", async () => {
    await open();
    await pin("How many customers are in france?");
    await pin("Who are our best customers?");
    await pin("Show all order lines");
    await pin("how many customers are in France");
    await expect.poll(() => id("side-pins").textContent()).toBe("Pinned answers3");
    await page.keyboard.press("Control+d");
    await expect.poll(() => cards().count()).toBe(3);
    await expect.poll(() => cards().first().locator(".pin-figure").textContent()).toBe("71");
    await cards().nth(1).locator(".chart-place svg").waitFor();
    await expect.poll(() => cards().nth(2).locator("tbody tr").count()).toBe(5);
    expect(await violations()).toEqual([]);
    await cards().first().getByTestId("pin-open").click();
    await expect.poll(() => id("asked").textContent()).toBe("how many customers are in France");
    await id("pin").click();
    await expect.poll(() => id("side-pins").textContent()).toBe("Pinned answers2");
  });

  it("come from the history, too, and are taken off there", async () => {
    await open();
    await ask("Who are our best customers?");
    await id("new-question").click();
    await id("history-tab").click();
    const menu = () => page.getByRole("button", { name: "More about “Who are our best customers?”" });
    await menu().click();
    await id("thread-pin").click();
    await expect.poll(() => id("side-pins").textContent()).toBe("Pinned answers1");
    await page.locator(".history-when").getByText("pinned").waitFor();
    await menu().click();
    await expect.poll(() => id("thread-pin").textContent()).toBe("Unpin");
    expect(await violations()).toEqual([]);
    await id("thread-pin").click();
    await expect.poll(() => id("side-pins").textContent()).toBe("Pinned answers");
  });

  it("run again one by one and all, say what changed, and which queries do not run any more", async () => {
    await open({ colorScheme: "dark" });
    await pin("How many old customers are in france?");
    await pin("Who are our best customers, broken?");
    await page.keyboard.press("Control+d");
    await id("pins-stale").waitFor();
    await cards().first().getByTestId("pin-run").click();
    await cards().first().getByTestId("pin-changes").waitFor();
    await expect.poll(() => id("pins-stale").count()).toBe(0);
    await id("pins-run-all").click();
    await cards().nth(1).getByText("does not run any more").waitFor();
    await expect.poll(() => id("pins-under").count()).toBe(0);
    expect(await violations()).toEqual([]);
    await cards().nth(1).getByTestId("pin-off").click();
    await expect.poll(() => cards().count()).toBe(1);
    await id("undo").click();
    await expect.poll(() => cards().count()).toBe(2);
    await cards().nth(1).getByTestId("pin-off").click();
    await page.keyboard.press("Control+d");
    await page.keyboard.press("Control+d");
    await expect.poll(() => cards().count()).toBe(1);
    await expect.poll(() => id("undo-line").count()).toBe(0);
  });

  it("can be stopped, and are one report with all their charts", async () => {
    await open();
    await pin("Who are our best customers?");
    await pin("How many lasting customers are in france?");
    await page.keyboard.press("Control+d");
    await cards().nth(1).getByTestId("pin-run").click();
    await id("pins-under").waitFor();
    await expect.poll(() => id("pins-export").getAttribute("aria-disabled")).toBe("true");
    await id("pins-stop").click();
    await expect.poll(() => id("pins-under").count()).toBe(0);
    await id("pins-export").click();
    await expect
      .poll(() => id("export-done-path").textContent())
      .toBe("/exports/harbor-goods-pinned-answers.html");
    const request = await page.evaluate(() => JSON.parse(localStorage.getItem("mock.exported") ?? "{}"));
    expect(Object.values(request.charts as Record<string, string>)).toHaveLength(1);
    expect(Object.values(request.charts as Record<string, string>)[0]).toMatch(/^<svg/);
    expect(await violations()).toEqual([]);
  });

  it("are as wide as the window at 760 pixels, and say so where they cannot be read", async () => {
    await open({ viewport: { width: 760, height: 900 } });
    await pin("Who are our best customers?");
    await page.keyboard.press("Control+d");
    await cards().first().waitFor();
    const sideways = await page.evaluate(() => {
      const main = document.querySelector("main") as HTMLElement;
      return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth);
    });
    expect(sideways).toBe(0);
    await page.keyboard.press("Escape");
    await page.evaluate(() => localStorage.setItem("mock.pins", "torn"));
    await page.keyboard.press("Control+d");
    await id("pins").getByText("What was pinned cannot be read.").waitFor();
  });
});
