// Two ways to read a question: what tells them apart, and choosing between them.
import { describe, expect, it } from "vitest";
import { ask, id, open, openArena, over, page, tabTo, violations } from "./scene";

const CONTESTED = "Who are our best customers?";

const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-testid"));
const pressedWord = (pressed: boolean) =>
  page.getByRole("button", { name: "This is right", exact: true, pressed }).waitFor();

describe("two ways to read a question", () => {
  it("stand side by side with what tells them apart; answers that agree have no such panel", async () => {
    await open();
    await ask(CONTESTED);
    const panel = id("disagreement");
    await expect
      .poll(() => panel.textContent())
      .toContain("One adds up quantity × unit price, the other counts the rows.");
    await expect
      .poll(() => id("apart-A").textContent())
      .toContain("10 rows only in this result; the first 5:");
    await expect.poll(() => id("apart-B").locator("tbody tr").count()).toBe(5);
    await expect.poll(() => id("choose-A").getAttribute("aria-disabled")).toBe("true");
    expect(await violations()).toEqual([]);
    await ask("Show all order lines");
    await expect.poll(() => panel.count()).toBe(0);
  });

  it("single values are shown large, with the one condition that tells them apart", async () => {
    await open();
    await ask("How many customers are in france?");
    await expect.poll(() => id("apart-A").locator(".apart-value").textContent()).toBe("71");
    await expect.poll(() => id("apart-B").locator(".apart-value").textContent()).toBe("68");
    await expect.poll(() => id("apart-B").textContent()).toContain("Only here: rows have a match in orders");
    expect(await id("apart-A").textContent()).not.toContain("Only here");
  });
});

describe("choosing a reading", () => {
  it("by keyboard makes it the answer, keeps the focus, and is undone", async () => {
    await open();
    await ask("How many customers are in france?");
    // Hardly anything speaks for the other reading: it is one press away.
    await expect.poll(() => id("choose-B").isVisible()).toBe(false);
    await tabTo("apart-fold");
    await page.keyboard.press("Enter");
    await tabTo("choose-B");
    await page.keyboard.press("Enter");
    await id("chosen").waitFor();
    await expect.poll(() => id("answer-headline").textContent()).toBe("68");
    await expect.poll(() => id("chosen").textContent()).toContain("You chose this reading");
    await pressedWord(true);
    await expect.poll(() => focused()).toBe("choose-B");
    await expect.poll(() => id("choose-B").textContent()).toBe("The answer");
    await page.locator("#announcer").getByText("It is kept as your example").waitFor();
    expect(await violations()).toEqual([]);
    await id("undo-choice").focus();
    await page.keyboard.press("Enter");
    await id("chosen").waitFor({ state: "detached" });
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    await expect.poll(() => focused()).toBe("disagreement");
    await pressedWord(false);
  });

  it("only looking at one changes nothing and remembers nothing", async () => {
    await open();
    await ask(CONTESTED);
    const before = await id("answer-sentence").textContent();
    await tabTo("preview-B", 80);
    await page.keyboard.press("Enter");
    await id("preview").getByRole("grid").waitFor();
    await expect.poll(() => id("preview").textContent()).toContain("Van der Meer & Zonen");
    expect(await violations()).toEqual([]);
    await page.keyboard.press("Escape");
    await id("preview").waitFor({ state: "detached" });
    await expect.poll(() => id("answer-sentence").textContent()).toBe(before);
    await expect.poll(() => id("chosen").count()).toBe(0);
    await pressedWord(false);
    await id("history-tab").click();
    await expect.poll(() => page.getByText("you found it right").count()).toBe(0);
  });

  it("from the short list beside an answer that is not sure, by keyboard", async () => {
    await open();
    await ask(CONTESTED);
    await expect.poll(() => id("other-B").textContent()).toContain("10 rows");
    await tabTo("others-fold", 80);
    await page.keyboard.press("Enter");
    await expect.poll(() => id("other-B").isVisible()).toBe(false);
    await page.keyboard.press("Enter");
    expect(await violations()).toEqual([]);
    await tabTo("other-choose-B", 80);
    await page.keyboard.press("Enter");
    await id("chosen").waitFor();
    await expect.poll(() => id("answer-sentence").textContent()).toContain("by their number of orders");
    await expect.poll(() => id("others-fold").count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("answer");
  });

  it("from what comes closest to a declined question, by keyboard, and back again", async () => {
    await open();
    await ask("What did we spend on petrol?", "declined");
    await expect.poll(() => id("closest").getByRole("listitem").count()).toBe(3);
    expect(await violations()).toEqual([]);
    await tabTo("other-choose-B", 80);
    await page.keyboard.press("Enter");
    await id("chosen").waitFor();
    await expect.poll(() => id("answer-sentence").textContent()).toContain("by their number of orders");
    await expect.poll(() => id("declined").count()).toBe(0);
    const place = () => page.evaluate(() => document.activeElement?.className);
    await expect.poll(place).toBe("answer");
    await id("undo-choice").click();
    await id("closest").waitFor();
    await over("declined");
    await expect.poll(place).toBe("ending");
    await expect.poll(() => id("answer-sentence").count()).toBe(0);
  });

  it("where nothing was found for a word, its meaning is said by keyboard, and the question asked again", async () => {
    await open();
    await ask("What did we spend on petrol?", "declined");
    const first = await page.getByTestId("run-state").getAttribute("data-run");
    await tabTo("unused-petrol", 80);
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("word-means-name");
    await page.keyboard.press("Escape");
    expect(await violations()).toEqual([]);
    await page.keyboard.press("Escape");
    await id("word-means").waitFor({ state: "detached" });
    expect(await focused()).toBe("unused-petrol");
    await page.keyboard.press("Enter");
    await id("word-means-name").fill("unit_price of order_lines");
    await page.keyboard.press("Enter");
    await tabTo("word-means-keep", 20);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByTestId("run-state").last().getAttribute("data-run")).not.toBe(first);
    await over("declined");
    await id("toolbar-explore").click();
    await id("tab-glossary").click();
    await id("term-petrol").getByText("order_lines").waitFor();
  });

  it("is there when the run is opened again, and can be changed there to any result", async () => {
    await open();
    await ask(CONTESTED);
    await id("choose-B").click();
    await id("chosen").waitFor();
    await id("new-question").click();
    await ask("Show all order lines");
    await id("history-tab").click();
    await page.locator(".history-item").getByText("you found it right").click();
    await page.getByText("Saved run").waitFor();
    await id("chosen").waitFor();
    await expect.poll(() => id("answer-sentence").textContent()).toContain("by their number of orders");
    await openArena();
    await id("cluster-C").click();
    await id("choose-C").click();
    await page.getByTestId("answer-sentence").getByText("since 2024").waitFor();
    await over("answered");
    await expect.poll(() => id("choose-C").textContent()).toBe("The answer");
    await expect.poll(() => id("choose-B").textContent()).toBe("Use this reading");
  });

  it("that cannot be kept says so and leaves the answer", async () => {
    await open();
    await ask("How many unsaveable customers are in france?");
    await id("apart-fold").click();
    await id("choose-B").click();
    await id("apart-B").getByText("The workspace cannot be written.").waitFor();
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    await expect.poll(() => id("chosen").count()).toBe(0);
  });

  it("has room in a narrow window and in the dark", async () => {
    await open({ viewport: { width: 760, height: 900 }, colorScheme: "dark" });
    await ask(CONTESTED);
    await id("choose-B").click();
    await id("chosen").waitFor();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wider).toBe(false);
    expect(await violations()).toEqual([]);
  });
});

describe("the trace of a question", () => {
  it("says what leads astray in the schema, and that it did not wait for all queries", async () => {
    await open();
    await ask(CONTESTED);
    await openArena();
    await id("column-matches").click();
    await page.getByText("order_lines has no order_date: it stands in orders").waitFor();
    await id("column-attempts").click();
    await expect
      .poll(() => id("enough").textContent())
      .toBe("Stopped early: 3 of 4 agree, so 2 calls to models were not waited for.");
    await ask("Show all order lines");
    await expect.poll(() => id("enough").count()).toBe(0);
  });
});
