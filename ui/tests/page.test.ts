// The whole screen in Chromium against the mock, under the desktop window's content policy.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Stage, stage } from "./harness";

let theatre: Stage;
let page: Page;
let troubles: string[];
let done: () => Promise<void>;

beforeAll(async () => {
  theatre = await stage();
});
afterAll(async () => {
  await theatre?.close();
});
afterEach(async () => {
  const complaints = [...troubles];
  await done();
  // A blocked script, a React warning or an exception is a failure whatever the test looked at.
  expect(complaints).toEqual([]);
});

async function open(options?: Parameters<Stage["open"]>[0]) {
  ({ page, troubles, done } = await theatre.open(options));
  await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
}

const id = (testid: string) => page.getByTestId(testid);

async function over(state: string) {
  await page.locator(`[data-testid=run-state][data-state=${state}]`).waitFor();
}

async function ask(question: string, state = "answered") {
  await id("question-input").fill(question);
  await page.keyboard.press("Enter");
  await over(state);
}

async function choosePath(path: string) {
  await id("open-database").click();
  await id("open-url").fill(path);
  await id("open-confirm").click();
}

describe("asking", () => {
  it("gives the figure, the sentence, the trust with its reasons, and the table", async () => {
    await open();
    await ask("How many customers are in france?");
    expect(await id("answer-headline").textContent()).toBe("71");
    expect(await id("answer-sentence").textContent()).toContain("71 customers");
    await id("trust").click();
    expect(await page.getByRole("dialog").textContent()).toContain("3 of 4 different queries");
    await page.keyboard.press("Escape");
    expect(await id("result-grid").getByRole("gridcell").first().textContent()).toBe("71");
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
    expect(await id("stopped").textContent()).toContain("Stopped before there was an answer");
    await id("ask-button").waitFor();
  });

  it("the up key brings back earlier questions, newest first, and down the draft", async () => {
    await open();
    await ask("How many customers are in france?");
    await ask("Show all order lines");
    await id("history-tab").click();
    await page.locator(".history-item").nth(1).waitFor();
    const box = id("question-input");
    await box.fill("");
    await box.press("ArrowUp");
    expect(await box.inputValue()).toBe("Show all order lines");
    await box.press("ArrowUp");
    expect(await box.inputValue()).toBe("How many customers are in france?");
    await box.press("ArrowDown");
    await box.press("ArrowDown");
    expect(await box.inputValue()).toBe("");
  });

  it("Shift+Enter breaks the line, an empty question is refused with a reason", async () => {
    await open();
    await id("question-input").fill("one");
    await page.keyboard.press("Shift+Enter");
    expect(await id("question-input").inputValue()).toBe("one\n");
    await id("question-input").fill("  ");
    await page.keyboard.press("Enter");
    expect(await id("run-state").count()).toBe(0);
    expect(await id("ask-button").getAttribute("aria-disabled")).toBe("true");
    // A pointer is known to be in use once it has moved.
    await page.mouse.move(400, 400);
    await id("ask-button").hover();
    await page.getByRole("tooltip").getByText("Type a question first.").waitFor();
  });

  it("a declined question says what is missing, and its suggestions can be asked", async () => {
    await open();
    await ask("decline: what is the meaning of life?", "declined");
    expect(await id("declined").textContent()).toContain("meaning");
    await id("declined").getByRole("button").first().click();
    await over("answered");
  });

  it("a failure shows message, hint and details; nothing is left running", async () => {
    await open();
    await ask("fail", "failed");
    const problem = id("problem");
    expect(await problem.textContent()).toContain("stopped answering");
    expect(await problem.textContent()).toContain("ask again");
    await problem.getByText("Details", { exact: true }).click();
    expect(await problem.locator("pre").isVisible()).toBe(true);
    await ask("refuse", "failed");
    expect(await problem.textContent()).toContain("The question is empty.");
  });
});

describe("how it was found", () => {
  it("queries that disagree are shown with their duels, and each duel with its reasons", async () => {
    await open();
    await ask("Who are our best customers this year?");
    await id("show-pipeline").click();
    expect(await page.locator("[data-testid^=candidate-]").count()).toBe(5);
    expect(await page.locator("[data-testid^=cluster-]").count()).toBe(3);
    expect(await id("duel-A-B").textContent()).toContain("won");
    expect(await id("duel-B-A").textContent()).toContain("lost");
    await id("duel-A-C").click();
    expect(await id("duel-reasons").textContent()).toContain("C filters on a year that nobody asked for.");
    expect(await id("candidate-c5").textContent()).toContain("no such column");
    expect(await page.locator(".word.unplaced").textContent()).toBe("this");
  });

  it("a stage leads to its section, and only the middle scrolls", async () => {
    await open();
    await ask("Who are our best customers?");
    await id("show-pipeline").click();
    await id("stage-answer").getByRole("button").click();
    await page.waitForTimeout(700);
    const section = page.getByRole("region", { name: "Final choice" });
    expect(await section.evaluate((e) => e.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    expect(await page.evaluate(() => [document.documentElement.scrollTop, document.body.scrollTop])).toEqual([
      0, 0,
    ]);
    expect(await page.locator(".brand").evaluate((e) => e.getBoundingClientRect().top)).toBe(0);
  });

  it("a repair is shown before and after", async () => {
    await open();
    await ask("Who are our best customers?");
    await id("show-pipeline").click();
    const repair = id("repair-c2");
    expect(await repair.locator("del").first().textContent()).toBe("name");
    expect(await repair.locator("ins").first().textContent()).toBe("company_name");
    expect(await repair.textContent()).toContain("worked");
  });

  it("the SQL of a candidate is laid out and coloured, and Esc closes it where it was opened", async () => {
    await open();
    await ask("Who are our best customers?");
    await id("show-pipeline").click();
    const card = id("candidate-c3").locator(".card-sql");
    await card.click();
    const panel = id("sql-panel");
    await panel.locator(".cm-line").nth(3).waitFor();
    expect(await panel.locator(".cm-content").textContent()).toContain("COUNT(*)");
    expect(await panel.locator(".cm-line span").count()).toBeGreaterThan(5);
    await page.keyboard.press("Escape");
    expect(await panel.count()).toBe(0);
    expect(await card.evaluate((e) => e === document.activeElement)).toBe(true);
  });

  it("candidates land on screen while the run goes on", async () => {
    await open();
    await ask("How many customers are in france?");
    await id("show-pipeline").click();
    await id("question-input").fill("slow: best customers");
    await page.keyboard.press("Enter");
    await id("candidate-c1").waitFor({ timeout: 12_000 });
    expect(await id("run-state").getAttribute("data-state")).toBe("running");
    await id("stop-button").click();
    await over("stopped");
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
    await page.locator(".chart svg").waitFor();
    const live = await seen();
    await ask("How many customers are in france?");
    await id("history-tab").click();
    await page.locator(".history-item", { hasText: "best customers" }).click();
    await page.locator(".saved-line").waitFor();
    await page.locator(".chart svg").waitFor();
    expect(await seen()).toBe(live);
  });
});

describe("the result", () => {
  it("is a chart or a table at will", async () => {
    await open();
    await ask("What were the sales by month in 2024?");
    await page.locator(".chart svg").waitFor();
    await page.getByRole("radio", { name: "Table" }).click();
    expect(await id("result-grid").getAttribute("aria-rowcount")).toBe("13");
  });

  it("says how many of how many rows these are, and loads more", async () => {
    await open();
    await ask("Show all order lines");
    expect(await id("row-count").textContent()).toBe("First 1,000 rows. There are more.");
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
    expect(await id("grid-totals").textContent()).toContain("356,125.55");
    await page.keyboard.press("Control+Shift+C");
    await page.waitForTimeout(60);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("sales\n184220.4\n171905.15");
    const active = await grid.getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${active}"]`).textContent()).toBe("171,905.15");
    await page.keyboard.press("Control+ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    expect(await grid.locator(".active").textContent()).toBe("342,081.35");
  });

  it("tells NULL from empty text, keeps odd values whole, and opens long ones", async () => {
    await open();
    await ask("show everything");
    const grid = id("result-grid");
    expect(await grid.locator(".tone-null").textContent()).toBe("NULL");
    expect(await grid.locator(".tone-empty").getAttribute("aria-label")).toBe("empty text");
    expect(await grid.getByText("<img src=x").count()).toBe(1);
    expect(await grid.getByText("9,007,199,254,740,993").count()).toBe(1);
    await grid.focus();
    await page.keyboard.press("ArrowRight");
    for (let n = 0; n < 6; n++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect((await page.getByRole("dialog").locator("pre").textContent())?.length).toBeGreaterThan(30_000);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("Ctrl+F finds in the rows", async () => {
    await open();
    await ask("Show all order lines");
    await page.keyboard.press("Control+f");
    await page.getByLabel("Find in these rows").fill("casa");
    await page.keyboard.press("Enter");
    expect(await id("result-grid").locator(".active").textContent()).toContain("Casa Etxeberria");
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("Find in these rows").count()).toBe(0);
  });

  it("10,000 columns answer to every key at once", async () => {
    await open();
    await ask("10,000 columns");
    const grid = id("result-grid");
    expect(await grid.getAttribute("aria-colcount")).toBe("10000");
    expect(await grid.getByRole("gridcell").count()).toBeLessThan(1_500);
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
    expect(await id("result-grid").getByRole("columnheader").count()).toBe(2);
  });
});

describe("exporting", () => {
  it("writes all rows with the chosen options and says where they are", async () => {
    await open();
    await ask("Show all order lines");
    await id("export-csv").click();
    await page.getByText("Semicolon").click();
    await page.getByText("For Excel").click();
    await id("export-null").fill("a;b");
    expect(await id("export-confirm").getAttribute("aria-disabled")).toBe("true");
    await id("export-null").fill("NULL");
    await id("export-path").fill("/exports/lines.csv");
    await id("export-confirm").click();
    await id("export-done").waitFor();
    expect(await id("export-done").textContent()).toContain("3,212 rows");
    expect(await id("export-done-path").textContent()).toBe("/exports/lines.csv");
  });

  it("asks for a place where none is given, and a full disk is said and can be tried again", async () => {
    await open();
    await ask("Show all order lines");
    await id("export-csv").click();
    await id("export-path").fill("/full/lines.csv");
    await id("export-confirm").click();
    await page.getByText("The disk is full.").waitFor();
    await id("export-path").fill("");
    await id("export-confirm").click();
    await id("export-done").waitFor();
    expect(await id("export-done-path").textContent()).toBe("/exports/show-all-order-lines.csv");
  });
});

describe("databases", () => {
  it("trouble with a file is said in the dialog, and what was open stays open", async () => {
    await open();
    const troubles = {
      "/data/locked.duckdb": "Another program has this database open.",
      "/data/missing.sqlite": "There is no file at this place.",
      "/data/notadb.txt": "This file is not a SQLite or DuckDB database.",
    };
    await id("open-database").click();
    for (const [path, message] of Object.entries(troubles)) {
      await id("open-url").fill(path);
      await id("open-confirm").click();
      await page.getByText(message).waitFor();
    }
    await page.keyboard.press("Escape");
    expect(await id("connection-harbor-goods").getAttribute("aria-current")).toBe("true");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Harbor Goods");
  });

  it("odd names are drawn, columns have their keys and values, and a search finds columns", async () => {
    await open();
    await choosePath("/data/odd.sqlite");
    await page.getByRole("row", { name: "select" }).waitFor();
    expect(await page.getByRole("row", { name: "العملاء" }).count()).toBe(1);
    await id("connection-harbor-goods").click();
    await page.getByRole("heading", { level: 1, name: "Ask Harbor Goods" }).waitFor();
    await page.getByRole("row", { name: "customers" }).click();
    await page.getByRole("row", { name: "country" }).click();
    const card = page.getByRole("region", { name: "Column country" });
    expect(await card.textContent()).toContain("Germany");
    await page.getByLabel("Search tables and columns").fill("carrier");
    await page.getByRole("row", { name: "carrier" }).waitFor();
    expect(await page.getByRole("row", { name: "customers" }).count()).toBe(0);
  });

  it("one without tables says that there is nothing to ask", async () => {
    await open();
    await choosePath("/data/empty.sqlite");
    await page.getByText("This database has no tables yet").first().waitFor();
    expect(await id("ask-button").getAttribute("aria-disabled")).toBe("true");
  });

  it("a file dropped on the window is opened; one that cannot be says why", async () => {
    await open();
    const drop = (detail: object) =>
      page.evaluate((d) => window.dispatchEvent(new CustomEvent("mock-drop", { detail: d })), detail);
    await drop({ is: "over" });
    await page.getByText("Drop the file to open it").waitFor();
    await drop({ is: "dropped", path: "/data/night-market.sqlite" });
    await id("connection-night-market").waitFor();
    await drop({ is: "dropped", path: "/data/locked.duckdb" });
    await page.getByText("Another program has this database open.").waitFor();
  });

  it("the last one is open again after a restart, in the colours chosen", async () => {
    await open();
    await id("connection-northern-league").click();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    await id("theme-toggle").click();
    await id("theme-toggle").click();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });
});

describe("by keyboard alone", () => {
  it("from a question to its SQL and back", async () => {
    await open();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Who are our best customers?");
    await page.keyboard.press("Control+Enter");
    await over("answered");
    await page.keyboard.press("Control+j");
    await id("pipeline").waitFor();
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press("Tab");
      const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      if (name === "Show the SQL of c1") break;
    }
    await page.keyboard.press("Enter");
    await id("sql-panel").waitFor();
    await page.keyboard.press("Escape");
    expect(await id("sql-panel").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Show the SQL of c1",
    );
    await page.keyboard.press("?");
    await id("shortcuts").waitFor();
    await page.keyboard.press("Escape");
    expect(await id("shortcuts").count()).toBe(0);
  });

  it("every stop of the Tab key can be seen and has a name", async () => {
    await open();
    await ask("Who are our best customers?");
    await id("show-pipeline").click();
    const nameless: string[] = [];
    const unseen: string[] = [];
    for (let n = 0; n < 70; n++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const e = document.activeElement as HTMLElement | null;
        if (!e || e === document.body) return null;
        const style = getComputedStyle(e);
        const around = e.closest(".question, .search, .grid-pane") as HTMLElement | null;
        const ring =
          style.outlineStyle !== "none" ||
          (around !== null && getComputedStyle(around).boxShadow !== "none") ||
          (around !== null && getComputedStyle(around).outlineStyle !== "none");
        const name =
          e.getAttribute("aria-label") ||
          e.getAttribute("aria-labelledby") ||
          e.textContent?.trim() ||
          e.getAttribute("placeholder");
        return { what: e.outerHTML.slice(0, 120), ring, name };
      });
      if (stop && !stop.name) nameless.push(stop.what);
      if (stop && !stop.ring) unseen.push(stop.what);
    }
    expect(nameless).toEqual([]);
    expect(unseen).toEqual([]);
  });
});

describe("for everyone", () => {
  const violations = async () => {
    // Colours are judged once nothing moves any more.
    await page.waitForTimeout(300);
    const found = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"])
      .setLegacyMode()
      .analyze();
    return found.violations.map(
      (v) =>
        `${v.id}: ${v.nodes.map((n) => `${n.html.slice(0, 140)} ${n.any[0]?.message ?? ""}`).join(" | ")}`,
    );
  };

  it.each(["light", "dark"] as const)(
    "axe finds nothing in %s",
    async (colorScheme) => {
      await open({ colorScheme });
      expect(await violations()).toEqual([]);
      await ask("Who are our best customers this year?");
      await id("show-pipeline").click();
      await id("candidate-c1").locator(".card-sql").click();
      await page.locator(".cm-content").waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press("Escape");
      await ask("show everything");
      await id("export-csv").click();
      await page.getByRole("dialog").waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press("Escape");
      await ask("fail", "failed");
      await id("history-tab").click();
      expect(await violations()).toEqual([]);
    },
    60_000,
  );

  it("760 pixels wide: nothing scrolls sideways, the sides are drawers", async () => {
    await open({ viewport: { width: 760, height: 900 } });
    const sideways = () =>
      page.evaluate(() => {
        const main = document.querySelector("main") as HTMLElement;
        return Math.max(
          document.documentElement.scrollWidth - innerWidth,
          main.scrollWidth - main.clientWidth,
        );
      });
    expect(await sideways()).toBe(0);
    await ask("Who are our best customers this year?");
    await id("show-pipeline").click();
    await page.locator(".chart svg").waitFor();
    expect(await sideways()).toBe(0);
    await id("show-sql").click();
    await page.getByRole("dialog", { name: "SQL" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await id("sql-panel").count()).toBe(0);
    await ask("10,000 columns");
    expect(await sideways()).toBe(0);
    await id("open-drawer").click();
    await id("connection-northern-league").click();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
