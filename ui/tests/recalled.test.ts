// A question that an earlier one answers, against the mock with a model set up.
import { describe, expect, it } from "vitest";
import { ask, id, open, over, page, tabTo, violations } from "./scene";

const QUESTION = "How many customers are in france?";

async function openWithModel(options?: Parameters<typeof open>[0]) {
  await open(options, { "mock.models": "cloud" });
}

describe("a question that was answered before", () => {
  it("says on its answer which one and when, and shows no call to a model", async () => {
    await openWithModel();
    await ask(QUESTION);
    await expect.poll(() => id("recalled").count()).toBe(0);
    await ask("how many customers are in France");
    const line = (await id("recalled").textContent()) ?? "";
    expect(line).toContain("Answered from an earlier question:");
    expect(line).toContain(QUESTION);
    expect(line).toContain(String(new Date().getFullYear()));
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    await expect.poll(() => page.getByText("No model gave a reply").count()).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("is asked anew by keyboard, and then is not from an earlier one", async () => {
    await openWithModel();
    await ask(QUESTION);
    await ask(QUESTION);
    await id("recalled").waitFor();
    await tabTo("ask-anew");
    await page.keyboard.press("Enter");
    await id("recalled").waitFor({ state: "detached" });
    await over("answered");
    await expect.poll(() => id("recalled").count()).toBe(0);
  });

  it("keeps its line when the run is opened again", async () => {
    await openWithModel();
    await ask(QUESTION);
    await id("new-question").click();
    await ask(QUESTION);
    await id("new-question").click();
    await ask("Show all order lines");
    await expect.poll(() => id("recalled").count()).toBe(0);
    await id("history-tab").click();
    await page.locator(".history-item").nth(1).click();
    await page.getByText("Saved run").waitFor();
    await id("recalled").waitFor();
  });

  it("fits a window of 760 pixels, in the dark", async () => {
    await openWithModel({ viewport: { width: 760, height: 700 }, colorScheme: "dark" });
    await ask(QUESTION);
    await ask(QUESTION);
    await id("recalled").waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    expect(await violations()).toEqual([]);
  });

  it("without a model is worked out each time", async () => {
    await open();
    await ask(QUESTION);
    await ask(QUESTION);
    await expect.poll(() => id("recalled").count()).toBe(0);
  });
});
