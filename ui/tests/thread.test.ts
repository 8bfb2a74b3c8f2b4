// Conversations, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, over, page, violations } from "./scene";

const FRANCE = "How many customers are in france?";

describe("a conversation", () => {
  it("shows earlier turns above the newest, each opened by a press", async () => {
    await open();
    await ask(FRANCE);
    await ask("and in Germany?");
    await expect.poll(() => id("asked").textContent()).toBe("and in Germany?");
    const turn = page.locator(".turn");
    await expect.poll(() => turn.count()).toBe(1);
    await expect.poll(() => turn.textContent()).toContain("71 customers");
    await turn.getByRole("button", { name: /How many customers/ }).click();
    await expect.poll(() => turn.locator(".answer").count()).toBe(1);
    await expect.poll(() => id("question-input").inputValue()).toBe("");
    expect(await violations()).toEqual([]);
  });

  it("says what a turn was understood as, and asks it as it is changed", async () => {
    await open();
    await ask(FRANCE);
    await ask("and in Germany?");
    await expect.poll(() => id("understood-words").textContent()).toBe("How many customers are in Germany?");
    await expect.poll(() => id("understood").textContent()).not.toContain("Kept from before");
    await id("understood-edit").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => id("understood-input").evaluate((e) => e === document.activeElement)).toBe(true);
    await id("understood-input").fill("How many customers are in Germany?");
    await page.keyboard.press("Enter");
    await expect.poll(() => id("asked").textContent()).toBe("How many customers are in Germany?");
    await over("answered");
    // It stands where the turn stood.
    await expect.poll(() => page.locator(".turn").count()).toBe(1);
  });

  it("is left by New topic, and the same words are asked with nothing before them", async () => {
    await open();
    await ask(FRANCE);
    await ask("only Germany");
    await expect
      .poll(() => id("understood").textContent())
      .toContain("Kept from before: country is 'France'.");
    await id("understood-alone").click();
    await expect.poll(() => id("understood").count()).toBe(0);
    await over("answered");
    await expect.poll(() => page.locator(".turn").count()).toBe(0);
    await id("new-question").click();
    await page.locator(".welcome").waitFor();
  });

  it("offers three questions that the answer allows, and asks the one that is pressed", async () => {
    await open();
    await ask(FRANCE);
    await expect.poll(() => id("follow-up").count()).toBe(3);
    await id("follow-up").first().click();
    await expect.poll(() => id("asked").textContent()).toBe("by month");
    await over("answered");
  });

  it("keeps a definition after a press, and takes it back after another", async () => {
    await open();
    await ask("By active I mean customers in France.", "replied");
    await expect.poll(() => id("reply").textContent()).toContain("would mean 9 of the customers");
    await expect.poll(() => id("definition").textContent()).toContain("country = 'France'");
    await id("definition-keep").click();
    await expect.poll(() => id("definition").textContent()).toContain("is in the glossary");
    expect(await violations()).toEqual([]);
    await id("definition-undo").click();
    await expect.poll(() => id("definition-keep").count()).toBe(1);
    await expect.poll(() => id("definition").textContent()).not.toContain("is in the glossary");
  });

  it("is one entry of the history, found, renamed, continued and deleted", async () => {
    await open();
    await ask(FRANCE);
    await ask("and in Germany?");
    await id("history-tab").click();
    const entry = page.locator(".history-item");
    await expect.poll(() => entry.count()).toBe(1);
    await expect.poll(() => entry.textContent()).toContain("2 questions");
    await expect.poll(() => entry.textContent()).toContain(FRANCE);
    await page.locator(".history-more").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await id("thread-title").fill("Our French customers");
    await page.keyboard.press("Enter");
    await expect.poll(() => entry.textContent()).toContain("Our French customers");
    await id("new-question").click();
    await entry.click();
    await expect.poll(() => page.locator(".turn").count()).toBe(1);
    await ask("only Spain");
    await expect.poll(() => page.locator(".turn").count()).toBe(2);
    await page.locator(".history-more").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect.poll(() => page.locator(".history-item").count()).toBe(0);
    // What was deleted is left on screen, too, and both come back with Undo, which has the focus.
    await page.getByRole("heading", { level: 1, name: "Ask Harbor Goods" }).waitFor();
    await id("undo-line").getByText("“Our French customers” was deleted.").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => entry.textContent()).toContain("Our French customers");
    await expect.poll(() => page.locator(".turn").count()).toBe(2);
    await page.locator(".history-more").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    // Whoever goes elsewhere has seen it.
    await page.getByRole("tab", { name: "Tables" }).click();
    await id("history-tab").click();
    await page.getByText("Questions you ask of this database are kept here.").waitFor();
    await expect.poll(() => id("undo-line").count()).toBe(0);
  });

  it("is written as a page, and says where", async () => {
    await open();
    await ask(FRANCE);
    await ask("and in Germany?");
    await id("history-tab").click();
    for (const [item, ending] of [
      ["Save as a report", "html"],
      ["Save as Markdown", "md"],
    ] as const) {
      await page.locator(".history-more").click();
      await page.getByRole("menuitem", { name: item }).click();
      await page
        .getByRole("status")
        .filter({ hasText: new RegExp(`Written to .*\\.${ending}$`) })
        .waitFor();
    }
  });

  it("asks a question of the history again", async () => {
    await open();
    await ask(FRANCE);
    await id("new-question").click();
    await id("history-tab").click();
    await page.locator(".history-more").click();
    await page.getByRole("menuitem", { name: "Ask again" }).click();
    await expect.poll(() => id("asked").textContent()).toBe(FRANCE);
    await over("answered");
    await expect.poll(() => page.locator(".history-item").count()).toBe(2);
  });

  it("branches from an earlier turn", async () => {
    await open();
    await ask(FRANCE);
    await ask("and in Germany?");
    await page.locator(".turn-toggle").click();
    await id("branch").click();
    await expect.poll(() => id("asked").textContent()).toBe(FRANCE);
    await ask("only Spain");
    await id("history-tab").click();
    await expect.poll(() => page.locator(".history-item").count()).toBe(2);
  });
});

describe("asking back", () => {
  it("offers what the question may mean, and just answers where that is wanted", async () => {
    await open();
    await ask("Who is the best customer?", "replied");
    await expect.poll(() => id("reply").textContent()).toContain("The best by what?");
    await expect.poll(() => id("reply-choice").count()).toBe(2);
    expect(await violations()).toEqual([]);
    await id("reply-choice").first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => id("asked").textContent()).toBe("Which customer has the highest credit limit?");
    await id("new-question").click();
    await ask("Who is the best customer?", "replied");
    await id("reply-anyway").click();
    await over("answered");
  });

  it("has a kind word for small talk, and no query", async () => {
    await open();
    await ask("thanks", "replied");
    await expect.poll(() => id("reply").textContent()).toContain("You are welcome.");
    await expect.poll(() => id("show-pipeline").count()).toBe(0);
  });
});

describe("a turn that asks several things", () => {
  it("is answered in parts, each with its rows, steps and SQL, and as a whole is no one query", async () => {
    await open();
    await ask("How many suppliers are there, and which country has the most customers?");
    await expect.poll(() => id("part").count()).toBe(2);
    await expect.poll(() => id("show-sql").count()).toBe(0);
    await expect.poll(() => id("verdict").count()).toBe(0);
    expect(await violations()).toEqual([]);
    await id("part").nth(1).locator("button").first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => id("part").nth(1).getByRole("gridcell").allTextContents()).toContain("Germany");
    await id("part-sql").locator("summary").click();
    await expect.poll(() => id("part-sql").locator("pre").textContent()).toContain("GROUP BY country");
    expect(await violations()).toEqual([]);
  });

  it("is answered in one row where its figures are set against each other, with how and the SQL of all", async () => {
    await open();
    await ask("How many orders were there in 2023 and in 2024, and what is the difference?");
    await expect.poll(() => id("part").count()).toBe(2);
    await expect.poll(() => id("answer-sentence").textContent()).toContain("The difference is 887");
    await expect.poll(() => id("together").textContent()).toContain("5,547 \u2212 4,660 = 887");
    expect(await violations()).toEqual([]);
    await id("together").locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => id("together").locator("pre").textContent()).toContain("CROSS JOIN two");
    expect(await violations()).toEqual([]);
  });
});
