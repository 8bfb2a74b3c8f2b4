// Making a query faster, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, tabTo, violations } from "./scene";

const SLOW = "Which orders are above the average of their customer?";

const state = (is: string) => page.locator(`[data-testid=faster][data-state=${is}]`).waitFor();

async function pasted(sql: string) {
  await open();
  await page.keyboard.press("Control+m");
  await id("faster-sql").fill(sql);
  await id("faster-start").click();
}

async function fromAnswer() {
  await open();
  await ask(SLOW);
  await id("make-faster").click();
  await id("faster-won").waitFor();
}

describe("making a query faster", () => {
  it("is offered below an answer that took its time, and beside the SQL of every other", async () => {
    await open();
    await ask("How many customers are in france?");
    await expect.poll(() => id("faster-offer").count()).toBe(0);
    await id("show-sql").click();
    await id("sql-faster").waitFor();
    await ask(SLOW);
    await expect.poll(() => id("faster-offer").textContent()).toContain("This query took 3.4 s.");
  });

  it("says the gain, the proof and each change first, and the plans one click below", async () => {
    await fromAnswer();
    const said = await id("faster-won").textContent();
    expect(said).toContain("3.1 times faster");
    expect(said).toContain("Between 2.8 and 3.4, in 7 runs of each: 1.1 s instead of 3.4 s.");
    expect(said).toContain("The same 1,204 rows on your data, and the same on 300 small made-up databases.");
    expect(said).toContain("now worked out once for each group");
    expect(said).toContain("As your data is today");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("times faster");
    // Marked on its side alone.
    expect((await page.locator(".faster-code ins").allTextContents()).join(" ")).toContain("GROUP BY");
    expect((await page.locator(".faster-code del").allTextContents()).join(" ")).not.toContain("ORDER BY");
    await expect.poll(() => page.getByText("DEPENDENT_JOIN").isVisible()).toBe(false);
    await id("faster-parts").locator("summary").click();
    const parts = await id("faster-parts").locator("tbody tr").allTextContents();
    expect(parts).toEqual([
      "Main queryunder 1%1,190compares with a worked-out value",
      "Subquery 1 of main query100%not saidworks anew for every row",
    ]);
    await id("faster-plans").locator("summary").click();
    await page.getByText("DEPENDENT_JOIN").waitFor();
    await expect.poll(() => id("faster-plans").textContent()).toContain("3,190 ms");
    await expect.poll(() => id("faster-advice").textContent()).toContain("which Askwell never does");
    await id("faster-tried").locator("> summary").click();
    await id("faster-differs").locator("summary").click();
    await page.getByText("INSERT INTO orders").waitFor();
  });

  it("asks the model that is set up, where it may be told of the database, and names it", async () => {
    const sees = async (level: string, said: string) => {
      await page.keyboard.press("Control+,");
      await id("settings-privacy").click();
      await id(`level-${level}`).click();
      await id("privacy-save").click();
      await page.getByText(`“${said}” is in force.`).waitFor();
      await page.keyboard.press("Escape");
    };
    const look = async (name: string) => {
      const folder = process.env.ASKWELL_LOOK;
      if (folder) await page.screenshot({ path: `${folder}/faster-model-${name}.png` });
    };
    const tried = async () => {
      await page.keyboard.press("Control+m");
      await state("idle");
      const about = await id("faster").textContent();
      await look("about");
      await id("faster-sql").fill("SELECT total FROM orders");
      await id("faster-start").click();
      await id("faster-won").waitFor();
      await id("faster-tried").locator("> summary").click();
      await id("faster-tried").locator("li").last().scrollIntoViewIfNeeded();
      await look("tried");
      return { about, ways: await id("faster-tried").textContent() };
    };
    await open({}, { "mock.models": "cloud" });
    const alone = await tried();
    expect(alone.about).not.toContain("Your model");
    expect(alone.ways).not.toContain("Written by");
    await id("faster-another").click();
    await sees("names", "Names and types");
    const both = await tried();
    expect(both.about).toContain("Your model is asked as well, and told no more than you allow.");
    expect(both.ways).toContain(
      "Written by claude-haiku-4-5-20251001. The average of each customer is joined.",
    );
  });

  it("keeps the new query for the question, shows it there, and takes it back", async () => {
    await fromAnswer();
    await id("faster-keep").click();
    await id("faster-is-kept").waitFor();
    await page.keyboard.press("Escape");
    await id("new-question").click();
    await ask(SLOW);
    await expect.poll(() => id("faster-kept").textContent()).toContain("3.1 times as fast");
    await expect.poll(() => id("faster-offer").count()).toBe(0);
    await id("faster-see-kept").click();
    await id("faster-list").getByText(SLOW).waitFor();
    await id("faster-list").locator("summary").click();
    await expect.poll(() => page.locator(".faster-code").count()).toBe(2);
    await id("faster-list-back").click();
    await id("faster-list").getByText("Nothing yet.").waitFor();
    await page.keyboard.press("Escape");
    await id("new-question").click();
    await ask(SLOW);
    await id("faster-offer").waitFor();
  });

  it("goes from the answer to the kept query by keyboard alone", async () => {
    await open();
    await ask(SLOW);
    await id("show-sql").focus();
    await tabTo("make-faster");
    await page.keyboard.press("Enter");
    await id("faster-won").waitFor();
    await tabTo("faster-keep");
    await page.keyboard.press("Enter");
    await id("faster-is-kept").waitFor();
    await tabTo("faster-take-back");
    await page.keyboard.press("Enter");
    await id("faster-keep").waitFor();
  });

  it("shows what is tried and the best so far, and a stop keeps what was found", async () => {
    await pasted("SELECT long FROM orders");
    await state("working");
    await page.getByText("About 3.1 times as fast").waitFor();
    await expect.poll(() => id("faster-doing").textContent()).toMatch(/…$/);
    await id("faster-stop").click();
    await page.getByText("Finishing:").waitFor();
    await id("faster-won").waitFor();
    await expect
      .poll(() => id("faster-won").textContent())
      .toContain("You stopped before everything was tried.");
    // A pasted query has no question that it could answer.
    await expect.poll(() => id("faster-keep").count()).toBe(0);
    await id("faster-another").click();
    await expect.poll(() => id("faster-sql").inputValue()).toBe("");
  });

  it("goes on while other pages are looked at, and a second stop ends it at once", async () => {
    await pasted("SELECT longer FROM orders");
    await page.getByText("About 3.1 times as fast").waitFor();
    await page.keyboard.press("Escape");
    await id("question-input").waitFor();
    await page.keyboard.press("Control+m");
    await state("working");
    await id("faster-stop").click();
    await page.getByRole("button", { name: "Stop at once" }).click();
    await id("faster-nothing").waitFor();
    await expect
      .poll(() => id("faster-nothing").textContent())
      .toContain("Stopped before anything was tried.");
  });

  it("says that nothing faster was found, and what was tried", async () => {
    await pasted("SELECT plain FROM orders");
    await id("faster-nothing").waitFor();
    await expect
      .poll(() => id("faster-nothing").textContent())
      .toContain("2 other ways to ask the same were tried. The query stays as it is.");
    await id("faster-tried").locator("> summary").click();
    await page.getByText("It gives other rows on a small made-up database.").waitFor();
    await expect.poll(() => id("faster-sides").count()).toBe(0);
  });

  it("says why a query is refused, and what went wrong", async () => {
    await pasted("SELECT random() FROM orders");
    await id("faster-nothing").waitFor();
    await expect
      .poll(() => id("faster-nothing").textContent())
      .toContain("This query cannot be made faster here.");
    await expect.poll(() => id("faster-nothing").textContent()).toContain("other rows each time");
    await id("faster-another").click();
    await id("faster-sql").fill("SELECT broken FROM orders");
    await id("faster-start").click();
    await state("failed");
    await page.getByText("stopped answering in the middle").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await state("failed");
    // What was pasted is there to be changed.
    await id("faster-another").click();
    await expect.poll(() => id("faster-sql").inputValue()).toBe("SELECT broken FROM orders");
    await id("faster-sql").fill("DELETE FROM orders");
    await page.keyboard.press("Control+Enter");
    await page.getByText("This statement would change the database").waitFor();
  });

  it("reads a query from a file, and refuses what is none", async () => {
    await open();
    await page.keyboard.press("Control+m");
    await expect.poll(() => id("faster-start").getAttribute("aria-disabled")).toBe("true");
    const file = page.locator("input[type=file]");
    await file.setInputFiles({
      name: "report.sql",
      mimeType: "text/plain",
      buffer: Buffer.from("SELECT 1\n"),
    });
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>("[data-testid=faster-sql]")?.value === "SELECT 1",
    );
    await file.setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from([65, 0, 66]) });
    await page.getByText("“x.txt” is not a text file.").waitFor();
    await expect.poll(() => id("faster-sql").inputValue()).toBe("SELECT 1");
  });

  it("says what is not kept, and when the list cannot be read", async () => {
    await open();
    await ask(`${SLOW} unsaveable`);
    await id("make-faster").click();
    await id("faster-keep").click();
    await page.getByText("The workspace cannot be written.").waitFor();
    await page.evaluate(() => localStorage.setItem("mock.faster", "lost"));
    await page.reload();
    await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
    await page.keyboard.press("Control+m");
    await page.getByText("What is kept cannot be read.").waitFor();
    await page.evaluate(() => localStorage.removeItem("mock.faster"));
    await page.getByRole("button", { name: "Try again" }).click();
    await id("faster-list").getByText("Nothing yet.").waitFor();
  });

  it.each([
    ["light", 1280],
    ["dark", 760],
    ["light", 760],
    ["dark", 2560],
  ] as const)("axe finds nothing and nothing spills, %s, %i wide", async (colorScheme, width) => {
    await open({ colorScheme, viewport: { width, height: 900 } });
    const look = async (name: string) => {
      expect(await violations()).toEqual([]);
      const spills = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(spills).toBe(false);
      const folder = process.env.ASKWELL_LOOK;
      if (folder) await page.screenshot({ path: `${folder}/faster-${name}-${colorScheme}-${width}.png` });
    };
    await ask(SLOW);
    await look("offer");
    await page.keyboard.press("Control+m");
    await id("faster-list").waitFor();
    await look("start");
    await id("faster-sql").fill("SELECT long FROM orders");
    await id("faster-start").click();
    await page.getByText("About 3.1 times as fast").waitFor();
    await look("working");
    await id("faster-stop").click();
    await id("faster-won").waitFor();
    await look("won");
    await id("faster-plans").locator("summary").click();
    await id("faster-tried").locator("> summary").click();
    await id("faster-tried").scrollIntoViewIfNeeded();
    await look("below");
    await id("faster-another").click();
    await id("faster-sql").fill("SELECT plain FROM orders");
    await id("faster-start").click();
    await id("faster-nothing").waitFor();
    await look("nothing");
  });
});
