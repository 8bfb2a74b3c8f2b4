// What the question box offers, by keyboard, against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, over, page, violations } from "./scene";

const input = () => id("question-input");
const options = () => page.locator("#complete-list [role=option]").allTextContents();
const chosen = () => page.locator("#complete-list [aria-selected=true]").textContent();

describe("the question box offers", () => {
  it("tables, columns, words of the glossary and stored values, and takes the chosen one", async () => {
    await open();
    await page.keyboard.type("How many c");
    await page.waitForTimeout(300);
    await expect.poll(() => id("complete").count()).toBe(0);
    await page.keyboard.type("ust");
    await id("complete-table").first().waitFor();
    await expect.poll(() => options()).toContain("customers");
    await expect.poll(() => page.locator("[aria-selected=true]", { hasText: "customers" }).count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await expect.poll(chosen).toContain("customer");
    const active = await input().getAttribute("aria-activedescendant");
    await expect.poll(() => page.locator(`#${active}`).getAttribute("aria-selected")).toBe("true");
    while ((await chosen()) !== "customers") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect.poll(() => input().inputValue()).toBe("How many customers");
    await expect.poll(() => id("complete").count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("question-input");
    await page.keyboard.type(" in germ");
    await id("complete-value").first().waitFor();
    await expect.poll(() => id("complete-value").first().textContent()).toContain("country");
    expect(await violations()).toEqual([]);
    await id("complete-value").first().click();
    await expect.poll(() => input().inputValue()).toBe("How many customers in Germany");
    await page.keyboard.type("?");
    await page.keyboard.press("Enter");
    await over("answered");
  });

  it("nothing by itself: Enter asks what was typed, Esc sends it away before it stops a run", async () => {
    await open();
    await page.keyboard.type("slow cust");
    await id("complete").waitFor();
    await page.keyboard.press("Enter");
    await over("running");
    await expect.poll(() => id("asked").textContent()).toBe("slow cust");
    await expect.poll(() => id("complete").count()).toBe(0);
    await page.keyboard.type("ord");
    await id("complete").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => id("complete").count()).toBe(0);
    await over("running");
    await page.keyboard.type("e");
    await page.waitForTimeout(300);
    await expect.poll(() => id("complete").count()).toBe(0);
    await page.keyboard.type(" ord");
    await id("complete").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await over("stopped");
  });

  it("earlier questions, and Up in the empty box brings the last one without a list", async () => {
    await open();
    await ask("Who are our best customers?");
    await input().fill("");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => input().inputValue()).toBe("Who are our best customers?");
    await expect.poll(() => id("complete").count()).toBe(0);
    await input().fill("");
    await page.keyboard.type("who are our b");
    await id("complete-question").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect.poll(() => input().inputValue()).toBe("Who are our best customers?");
    await expect.poll(() => page.getByText("1 suggestion").count()).toBe(0);
  });

  it("above the box where it is at the foot, inside the window, in dark as well", async () => {
    await open({ colorScheme: "dark", viewport: { width: 760, height: 600 } });
    await ask("Who are our best customers?");
    await page.keyboard.type("ord");
    await id("complete").waitFor();
    const list = await id("complete").boundingBox();
    const box = await input().boundingBox();
    expect(list && box && list.y >= 0 && list.y + list.height <= box.y).toBe(true);
    expect(await violations()).toEqual([]);
    await page.getByText(/^\d suggestions?\. Down arrow/).waitFor();
  });
});
