// Words of the business, written with the keyboard alone, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { id, open, page, violations } from "./scene";

async function glossary() {
  await open();
  await id("toolbar-explore").click();
  await id("tab-glossary").click();
  await id("glossary").waitFor();
}

describe("a term without SQL", () => {
  it("is written with the keyboard, says how many rows it means, and is kept", async () => {
    await glossary();
    await id("term-add").press("Enter");
    await page.keyboard.type("backlog");
    await id("meaning-words").press("ArrowRight");
    await page.getByRole("radio", { name: "Some rows", exact: true }).press("Space");
    // What is typed is taken for the first name that it fits; Enter does not empty the field.
    await id("term-table").fill("orders");
    await page.keyboard.press("Enter");
    await expect.poll(() => id("term-table").inputValue()).toBe("orders");
    await id("term-column").fill("chan");
    await page.keyboard.press("Enter");
    await expect.poll(() => id("term-column").inputValue()).toBe("channel");
    await id("holds-contains").click();
    await id("term-value").fill("web");
    await page.locator("[data-testid=term-rows][data-is=counted]").waitFor();
    await expect.poll(() => id("term-rows").textContent()).toMatch(/rows? of orders (is|are) meant\.$/);
    expect(await violations()).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await id("term-backlog").getByText("rows of orders whose channel contains “web”").waitFor();
  });

  it("is not lost by Escape, and says why a comparison means nothing", async () => {
    await glossary();
    await id("term-add").click();
    await id("term-name").fill("big order");
    await id("meaning-rows").click();
    await id("term-table").fill("orders");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect.poll(() => id("term-name").inputValue()).toBe("big order");
    await id("term-table").fill("orders");
    await page.keyboard.press("Enter");
    await id("term-column").fill("channel");
    await page.keyboard.press("Enter");
    await id("holds-above").click();
    await id("term-value").fill("5");
    await page.locator("[data-testid=term-rows][data-is=refused]").waitFor();
    await expect.poll(() => id("term-rows").textContent()).toContain("neither above nor below");
    await id("term-cancel").click();
    await expect.poll(() => id("term-form").count()).toBe(0);
  });
});
