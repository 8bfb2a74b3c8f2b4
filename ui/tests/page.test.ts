// Asking and its answer, in Chromium against the mock, under the desktop window's content policy.
import { describe, expect, it } from "vitest";
import { ask, id, open, openArena, over, page, tabTo, violations } from "./scene";

describe("asking", () => {
  it("gives the figure, the sentence, the trust with its reasons, and of several rows the table", async () => {
    await open();
    await ask("How many customers are in france?");
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    await expect.poll(() => id("answer-sentence").textContent()).toContain("71 customers");
    await id("trust").click();
    await expect.poll(() => page.getByRole("dialog").textContent()).toContain("3 of 4 different queries");
    await page.keyboard.press("Escape");
    await ask("Show all order lines");
    await id("result-grid").getByRole("gridcell").first().waitFor();
  });

  it("does not say how often a model's answers are right, which nobody measured", async () => {
    await open();
    await ask("How many customers never ordered?");
    await id("trust").click();
    const said = (await page.getByRole("dialog").textContent()) ?? "";
    expect(said).toContain("How often such answers are right was not measured.");
    expect(said).not.toMatch(/were right/);
    await page.keyboard.press("Escape");
  });

  it("says what it is doing by the next frame, and Esc stops the engine", async () => {
    await open();
    await id("question-input").fill("a slow question about customers");
    // In frames, not in milliseconds: a busy machine stretches both alike. The promise is 100 ms, six frames.
    const frames = await page.evaluate(async () => {
      document.querySelector<HTMLElement>("[data-testid=ask-button]")?.click();
      let waited = 0;
      while (!document.querySelector("[data-testid=stage-words]")?.textContent && waited < 60) {
        await new Promise((frame) => requestAnimationFrame(frame));
        waited += 1;
      }
      return waited;
    });
    expect(frames).toBeLessThanOrEqual(1);
    await id("stop-button").waitFor();
    await page.keyboard.press("Escape");
    await over("stopped");
    await expect.poll(() => id("stopped").textContent()).toContain("Stopped before there was an answer");
    await id("ask-button").waitFor();
  });

  it("the up key brings back earlier questions, newest first, and down the draft", async () => {
    await open();
    await ask("How many customers are in france?");
    await id("new-question").click();
    await ask("Show all order lines");
    await id("history-tab").click();
    await page.locator(".history-item").nth(1).waitFor();
    const box = id("question-input");
    await box.fill("");
    await box.press("ArrowUp");
    await expect.poll(() => box.inputValue()).toBe("Show all order lines");
    await box.press("ArrowUp");
    await expect.poll(() => box.inputValue()).toBe("How many customers are in france?");
    await box.press("ArrowDown");
    await box.press("ArrowDown");
    await expect.poll(() => box.inputValue()).toBe("");
  });

  it("Shift+Enter breaks the line, an empty question is refused with a reason", async () => {
    await open();
    await id("question-input").fill("one");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => id("question-input").inputValue()).toBe("one\n");
    await id("question-input").fill("  ");
    await page.keyboard.press("Enter");
    await expect.poll(() => id("run-state").count()).toBe(0);
    await expect.poll(() => id("ask-button").getAttribute("aria-disabled")).toBe("true");
    // A pointer is known to be in use once it has moved.
    await page.mouse.move(400, 400);
    await id("ask-button").hover();
    await page.getByRole("tooltip").getByText("Type a question first.").waitFor();
  });

  it("a declined question says what is missing, and its suggestions can be asked", async () => {
    await open();
    await ask("decline: what is the meaning of life?", "declined");
    await expect.poll(() => id("declined").textContent()).toContain("meaning");
    await id("declined").getByRole("button").first().click();
    await over("answered");
  });

  it("a run that was cut off goes on from the history, by the keyboard, and takes its place as answered", async () => {
    await open();
    // Nothing more comes from the engine: the screen gives up waiting for it.
    await ask("cut off: how many customers are in france?", "interrupted");
    await id("new-question").click();
    await ask("Show all order lines");
    await id("history-tab").click();
    const cut = page.locator(".history-item").filter({ hasText: "cut off" });
    await expect.poll(() => cut.getByLabel("interrupted").count()).toBe(1);
    await cut.click();
    await over("interrupted");
    await expect.poll(() => id("stopped").textContent()).toMatch(/\d of 9 steps were finished/);
    await expect.poll(() => id("show-pipeline").textContent()).toContain("How far it came");
    expect(await violations()).toEqual([]);
    await tabTo("go-on");
    await page.keyboard.press("Enter");
    await over("answered");
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    await expect.poll(() => id("stopped").count()).toBe(0);
    await cut.getByLabel(/^answered/).waitFor();
    await expect.poll(() => page.locator(".history-item").count()).toBe(2);
  });

  it("what was cut off fits a window of 760 pixels, in the dark", async () => {
    await open({ viewport: { width: 760, height: 700 }, colorScheme: "dark" });
    await ask("cut off: how many customers are in france?", "interrupted");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    expect(await violations()).toEqual([]);
  });

  it("a failure shows message, hint and details; nothing is left running", async () => {
    await open();
    await ask("fail", "failed");
    const problem = id("problem");
    await expect.poll(() => problem.textContent()).toContain("stopped answering");
    await expect.poll(() => problem.textContent()).toContain("ask again");
    await problem.getByText("Details", { exact: true }).click();
    await expect.poll(() => problem.locator("pre").isVisible()).toBe(true);
    await ask("refuse", "failed");
    await expect.poll(() => problem.textContent()).toContain("The question is empty.");
  });
});

describe("this is right", () => {
  const verdict = (pressed: boolean) =>
    page.getByRole("button", { name: "This is right", exact: true, pressed }).waitFor();

  it("is said by keyboard, kept with the run, and taken back", async () => {
    await open();
    await ask("How many customers are in france?");
    await verdict(false);
    await tabTo("verdict");
    await page.keyboard.press("Enter");
    await verdict(true);
    await expect.poll(() => id("verdict-kept").textContent()).toContain("your example for similar questions");
    await page.locator("#announcer").getByText("Kept on this computer").waitFor();
    expect(await violations()).toEqual([]);
    // Another answer is not thereby right; the saved run still is.
    await id("new-question").click();
    await ask("Who are our best customers?");
    await verdict(false);
    await id("history-tab").click();
    await page.locator(".history-item").getByText("you found it right").click();
    await page.getByText("Saved run").waitFor();
    await verdict(true);
    await id("verdict").press("Enter");
    await verdict(false);
    await expect.poll(() => id("verdict-kept").count()).toBe(0);
    await page.getByText("you found it right").waitFor({ state: "detached" });
  });

  it("is told apart once the database has changed, and checked beside what it was then", async () => {
    await open();
    await ask("How many stale customers are in france?");
    await id("verdict").click();
    await expect.poll(() => id("verdict-kept").textContent()).toContain("before the database changed");
    await id("history-tab").click();
    await page.locator(".history-item").getByText("right before the data changed").waitFor();
    await id("verdict-check").click();
    await expect.poll(() => id("comparison-says").textContent()).toMatch(/^71, after 64 on .+: \+7\.$/);
    await expect.poll(() => id("verdict-kept").textContent()).toContain("Kept on this computer");
    // It has just run.
    await expect.poll(() => page.getByText("Figures are as they were then").count()).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("a check that takes its time is stopped by a press or by Esc, and the answer stands", async () => {
    await open();
    await ask("How many stale and lasting customers are in france?");
    await id("verdict").click();
    const check = id("verdict-check");
    await check.click();
    await check.getByText("Stop checking").waitFor();
    await check.click();
    await check.getByText("Check again").waitFor();
    await check.click();
    await check.getByText("Stop checking").waitFor();
    await page.keyboard.press("Escape");
    await check.getByText("Check again").waitFor();
    await expect.poll(() => id("comparison").count()).toBe(0);
    await id("answer-sentence").waitFor();
    // From the history, too, which says there what it is at.
    await id("history-tab").click();
    await page.getByRole("button", { name: /^More about .+lasting/ }).click();
    await id("thread-check").click();
    await id("thread-stop-check").waitFor();
    await check.getByText("Stop checking").waitFor();
    expect(await violations()).toEqual([]);
    await id("thread-stop-check").click();
    await expect.poll(() => id("thread-stop-check").count()).toBe(0);
    await check.getByText("Check again").waitFor();
    await expect.poll(() => page.locator(".history-item").count()).toBe(1);
  });

  it("what cannot be kept says so and stays unsaid", async () => {
    await open();
    await ask("How many unsaveable customers are in france?");
    await id("verdict").click();
    await page.getByText("The workspace cannot be written.").waitFor();
    await verdict(false);
  });
});

describe("how it was found", () => {
  it("is told in steps alone, below the question, each with the words that it answers to and its rows", async () => {
    await open();
    await ask("How many customers are in france?");
    await id("show-pipeline").click();
    await expect.poll(() => id("how-question").textContent()).toBe("How many customers are in france?");
    const list = page.getByRole("list", { name: "How I got this" });
    // As a screen reader has it: without the arrow, the band and what stands beside them.
    await expect
      .poll(() => list.ariaSnapshot())
      .toBe(
        [
          '- list "How I got this":',
          "  - listitem:",
          '    - paragraph: "Read the table customers. Answers to: customers"',
          "    - paragraph: 640 rows",
          "  - listitem:",
          "    - paragraph: \"Kept only rows where country is 'France'. Answers to: france\"",
          "    - paragraph: 640 rows in, 71 out",
          "  - listitem:",
          '    - paragraph: "Counted the rows. Answers to: How many"',
          "    - paragraph: 71 rows in, 1 out",
        ].join("\n"),
      );
    await expect
      .poll(() => list.locator(".step-rows > [aria-hidden]").allTextContents())
      .toEqual(["640 rows", "640 → 71 rows", "71 → 1 row"]);
    await expect.poll(() => page.locator(".how-sum").textContent()).toBe("Rows: 640 → 71 → 1");
    await expect
      .poll(() => list.locator(".chip-word").allTextContents())
      .toEqual(["customers", "france", "How many"]);
    await expect.poll(() => id("arena").count()).toBe(0);
  });

  it("a step lights its words and headings, a word and a heading light their steps, by the keyboard, too", async () => {
    await open();
    await ask("Who are our best customers?");
    await page.getByRole("radio", { name: "Table" }).click();
    await id("show-pipeline").click();
    const lit = (selector: string) => page.locator(`${selector}.lit`).allTextContents();
    await page.mouse.move(5, 5);
    const steps = page.getByRole("list", { name: "How I got this" }).locator(".step");
    await steps.first().focus();
    await expect.poll(() => lit(".how-word")).toEqual(["customers"]);
    await id("how-question").getByRole("button", { name: "best" }).focus();
    await expect.poll(() => lit(".step").then((all) => all.length)).toBe(3);
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => lit(".how-word")).not.toContain("best");
    expect(await violations()).toEqual([]);
  });

  it("a step whose rows were not counted says nothing of them, in a narrow window in the dark, too", async () => {
    await open({ viewport: { width: 760, height: 900 }, colorScheme: "dark" });
    await ask("Show all order lines");
    await id("show-pipeline").click();
    const steps = page.getByRole("list", { name: "How I got this" }).getByRole("listitem");
    await expect.poll(() => steps.count()).toBe(4);
    await expect
      .poll(() => steps.nth(1).textContent())
      .toBe("Joined the table orders where o.order_id is l.order_id.");
    await expect.poll(() => page.locator(".step-rows, .step-band").count()).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("opens where it can be seen, and only the middle scrolls", async () => {
    await open();
    await ask("Who are our best customers?");
    await id("show-pipeline").click();
    await expect
      .poll(() => id("show-pipeline").evaluate((e) => e.getBoundingClientRect().top))
      .toBeLessThan(200);
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.scrollTop, document.body.scrollTop]))
      .toEqual([0, 0]);
    await expect.poll(() => page.locator(".brand").evaluate((e) => e.getBoundingClientRect().top)).toBe(0);
  });

  it("the SQL of an attempt is laid out and coloured, and Esc closes it where it was opened", async () => {
    await open();
    await ask("Who are our best customers?");
    await openArena();
    await id("candidate-c3").click();
    await id("attempt-sql").click();
    const panel = id("sql-panel");
    await panel.locator(".cm-line").nth(3).waitFor();
    await expect.poll(() => panel.locator(".cm-content").textContent()).toContain("COUNT(*)");
    await expect.poll(() => panel.locator(".cm-line span").count()).toBeGreaterThan(5);
    await expect
      .poll(() => page.locator(".attempt-node.marked").getAttribute("data-testid"))
      .toBe("candidate-c3");
    await page.keyboard.press("Escape");
    await expect.poll(() => panel.count()).toBe(0);
    await expect.poll(() => id("attempt-sql").evaluate((e) => e === document.activeElement)).toBe(true);
  });

  it("a saved run replays to the screen that was live", async () => {
    await open();
    await ask("Who are our best customers?");
    await id("show-pipeline").click();
    const seen = () =>
      page.locator("[data-testid=run-state]").evaluate((e) => {
        const copy = e.cloneNode(true) as HTMLElement;
        for (const passing of copy.querySelectorAll(".saved-line, .chart-place")) passing.remove();
        return copy.textContent;
      });
    await page.locator(".chart-place svg").waitFor();
    const live = await seen();
    await id("new-question").click();
    await ask("How many customers are in france?");
    await id("history-tab").click();
    await page.locator(".history-item", { hasText: "best customers" }).click();
    await page.locator(".saved-line").waitFor();
    await page.locator(".chart-place svg").waitFor();
    expect(await seen()).toBe(live);
  });
});

describe("the result", () => {
  it("is a chart or a table at will", async () => {
    await open();
    await ask("What were the sales by month in 2024?");
    await page.locator(".chart-place svg").waitFor();
    await page.getByRole("radio", { name: "Table" }).click();
    await expect.poll(() => id("result-grid").getAttribute("aria-rowcount")).toBe("13");
  });

  it("says how many of how many rows these are, and loads more", async () => {
    await open();
    await ask("Show all order lines");
    await expect.poll(() => id("row-count").textContent()).toBe("First 1,000 rows. There are more.");
    for (let n = 0; n < 3; n++) {
      await id("load-more").click();
      if (n < 2) await page.getByText(`First ${n + 2},000 rows.`).waitFor();
    }
    await page.getByText("3,212 rows", { exact: true }).waitFor();
  });

  it("is walked, totalled and copied by keyboard, raw values on the clipboard", async () => {
    await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await ask("What were the sales by month in 2024?");
    await page.getByRole("radio", { name: "Table" }).click();
    const grid = id("result-grid");
    await grid.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => id("grid-totals").textContent()).toContain("356,125.55");
    await page.keyboard.press("Control+Shift+C");
    await page.waitForTimeout(60);
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe("sales\n184220.4\n171905.15");
    const active = await grid.getAttribute("aria-activedescendant");
    await expect.poll(() => page.locator(`[id="${active}"]`).textContent()).toBe("171,905.15");
    await page.keyboard.press("Control+ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => grid.locator(".active").textContent()).toBe("342,081.35");
  });

  it("tells NULL from empty text, keeps odd values whole, and opens long ones", async () => {
    await open();
    await ask("show everything");
    const grid = id("result-grid");
    await expect.poll(() => grid.locator(".tone-null").textContent()).toBe("NULL");
    await expect.poll(() => grid.locator(".tone-empty").getAttribute("aria-label")).toBe("empty text");
    await expect.poll(() => grid.getByText("<img src=x").count()).toBe(1);
    await expect.poll(() => grid.getByText("9,007,199,254,740,993").count()).toBe(1);
    await grid.focus();
    await page.keyboard.press("ArrowRight");
    for (let n = 0; n < 6; n++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect((await page.getByRole("dialog").locator("pre").textContent())?.length).toBeGreaterThan(30_000);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("Ctrl+F finds in the rows", async () => {
    await open();
    await ask("Show all order lines");
    await page.keyboard.press("Control+f");
    await page.getByLabel("Find in these rows").fill("casa");
    await page.keyboard.press("Enter");
    await expect.poll(() => id("result-grid").locator(".active").textContent()).toContain("Casa Etxeberria");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByLabel("Find in these rows").count()).toBe(0);
  });

  it("10,000 columns answer to every key at once", async () => {
    await open();
    await ask("10,000 columns");
    const grid = id("result-grid");
    await expect.poll(() => grid.getAttribute("aria-colcount")).toBe("10000");
    await expect.poll(() => grid.getByRole("gridcell").count()).toBeLessThan(1_500);
    await grid.focus();
    const begun = Date.now();
    await page.keyboard.press("End");
    await page.getByText("measure_10000").waitFor();
    for (let n = 0; n < 10; n++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    await page.getByText("measure_1", { exact: true }).waitFor();
    expect(Date.now() - begun).toBeLessThan(4_000);
  });

  it("no rows is an answer, too", async () => {
    await open();
    await ask("customers in Atlantis");
    await page.getByText("No rows.", { exact: true }).waitFor();
    await expect.poll(() => id("result-grid").getByRole("columnheader").count()).toBe(2);
  });
});
