// What people stumbled over on the screen, each as it was seen.
import { describe, expect, it } from "vitest";
import { ask, choosePath, id, open, openArena, over, page, violations } from "./scene";

describe("the answer says each thing once", () => {
  it("a single value has no table under it, and its reading is not said again", async () => {
    await open();
    await ask("How many customers are in france?");
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    await expect.poll(() => id("result-grid").count()).toBe(0);
    await expect.poll(() => id("reading").count()).toBe(0);
  });

  it("what it takes for granted stands in one row, what changes the answer in front as a warning, and no note repeats it", async () => {
    await open();
    await ask("Who are our best customers this year?");
    const chips = id("assumed").getByRole("listitem");
    await expect.poll(() => chips.count()).toBe(3);
    await expect
      .poll(() => chips.first().textContent())
      .toContain("This changes the answer: “this” not used");
    await expect
      .poll(() => chips.nth(1).textContent())
      .toContain("orders matched with customers by customer number");
    await expect.poll(() => page.getByText("Not used: this.").count()).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("a chart is not named again in words that stand above it, and how readings were compared stands behind the badge alone", async () => {
    await open();
    await ask("What is the average order value by country?");
    await id("chart").waitFor();
    await expect.poll(() => id("chart-title").getAttribute("class")).toBe("offscreen");
    await expect.poll(() => page.locator(".answer-why").count()).toBe(0);
    await id("trust").click();
    await expect.poll(() => page.getByRole("dialog").textContent()).toContain("different results");
  });

  it("a chip leads to where it is put right", async () => {
    await open();
    await ask("Who are our best customers this year?");
    await id("assumed-skipped").press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("question-input");
    // The question is there again, with the word selected that was not used.
    const box = id("question-input");
    await expect.poll(() => box.inputValue()).toBe("Who are our best customers this year?");
    await expect
      .poll(() => box.evaluate((e: HTMLTextAreaElement) => e.value.slice(e.selectionStart, e.selectionEnd)))
      .toBe("this");
    // What was typed before comes back by a key.
    await box.fill("something half typed");
    await id("assumed-skipped").press("Enter");
    await expect.poll(() => box.inputValue()).toBe("Who are our best customers this year?");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => box.inputValue()).toBe("something half typed");
    await box.fill("");
    await id("assumed-join").first().press("Enter");
    await expect
      .poll(() => page.getByRole("tab", { name: "Diagram" }).getAttribute("aria-selected"))
      .toBe("true");
    await page.keyboard.press("Escape");
    await ask("sales by month in 2024");
    await id("assumed-time").press("Enter");
    await page.locator("#set-fiscal").waitFor();
  });

  it("the badge says why on hover, on focus and by a press", async () => {
    await open();
    await ask("How many customers are in france?");
    const why = id("trust-why");
    await page.mouse.move(600, 700);
    await id("trust").hover();
    await expect.poll(() => why.textContent()).toContain("3 of 4 different queries give the same result.");
    await page.mouse.move(600, 700);
    await why.waitFor({ state: "detached" });
    await id("question-input").focus();
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement?.getAttribute("data-testid"))) === "trust") break;
    }
    await why.waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("dialog").textContent()).toContain("Why “high trust”");
  });

  it("a declined question names its words once, and is not said to have been found", async () => {
    await open();
    await ask("decline: what is the meaning of life?", "declined");
    const said = (await id("declined").locator("p").allTextContents()).join(" ");
    expect(said.split("meaning").length - 1).toBe(1);
    // Besides, each is a button to say what it means.
    await expect.poll(() => id("declined").getByText("meaning", { exact: true }).count()).toBe(1);
    await expect.poll(() => id("unused-meaning").count()).toBe(1);
    await expect.poll(() => id("show-pipeline").textContent()).toContain("What was looked for");
  });

  it("while it runs, nothing is said to have been found", async () => {
    await open();
    await id("question-input").fill("a slow question about customers");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "How far it is" }).waitFor();
    await expect.poll(() => id("show-pipeline").count()).toBe(0);
    await page.keyboard.press("Escape");
    await over("stopped");
  });
});

describe("the grid", () => {
  it("keeps the active row in sight under its heading and above its foot, down twenty rows and up again", async () => {
    await open();
    await ask("Show all order lines");
    const grid = id("result-grid");
    await grid.focus();
    const hidden = () =>
      grid.evaluate((e) => {
        const cell = e.querySelector(".grid-td.active")?.getBoundingClientRect();
        const head = e.querySelector(".grid-head")?.getBoundingClientRect();
        const box = e.getBoundingClientRect();
        if (!cell || !head) return "gone";
        const end = box.top + e.clientTop + e.clientHeight;
        return cell.top < head.bottom - 1 || cell.bottom > end + 1
          ? `${cell.top}-${cell.bottom} in ${head.bottom}-${end}`
          : "";
      });
    for (let n = 0; n < 20; n++) {
      await page.keyboard.press("ArrowDown");
      await expect.poll(hidden).toBe("");
    }
    for (let n = 0; n < 15; n++) {
      await page.keyboard.press("ArrowUp");
      await expect.poll(hidden).toBe("");
    }
  });
});

describe("a value in full", () => {
  it("is called by what it is, not by what the engine could not say of its column", async () => {
    await open();
    await ask("Show all order lines");
    await id("result-grid").focus();
    await page.keyboard.press("Enter");
    const said = page.getByRole("dialog");
    await said.waitFor();
    expect(await said.textContent()).not.toMatch(/·\s*other/);
  });
});

describe("keys", () => {
  it("of the window do nothing while a dialog lies over it", async () => {
    await open();
    await ask("Who are our best customers this year?");
    await id("export").click();
    await id("export-dialog").waitFor();
    for (const key of ["Control+e", "Control+,", "Control+i", "Control+j", "Control+o", "Control+f"]) {
      await page.keyboard.press(key);
    }
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await id("export-dialog").waitFor({ state: "detached" });
    await expect.poll(() => id("chart").count()).toBe(1);
    await expect.poll(() => id("show-pipeline").getAttribute("aria-expanded")).toBe("false");
  });

  it("Ctrl+F in the settings leaves the chart of the answer a chart", async () => {
    await open();
    await ask("Who are our best customers this year?");
    await id("show-settings").click();
    await page.keyboard.press("Control+f");
    await page.keyboard.press("Escape");
    await id("chart").waitFor();
  });
});

describe("opening", () => {
  it("is of one's data, files first, and a database chosen there is opened as one", async () => {
    await open();
    await expect.poll(() => id("open-database").textContent()).toContain("Open your data");
    await page.keyboard.press("Control+o");
    await page.getByRole("heading", { name: "Open your data" }).waitFor();
    const kinds = page.getByRole("radiogroup", { name: "What to open" }).getByRole("radio");
    await expect.poll(() => kinds.first().isChecked()).toBe(true);
    await expect.poll(() => id("connect-dialog").textContent()).toContain("Drop files or a folder here");
  });
});

describe("the question box", () => {
  it("has the focus once a database is there, and Ctrl+K leads to every command from it", async () => {
    await open();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("question-input");
    await page.keyboard.type("How many");
    await page.keyboard.press("Control+k");
    await id("palette-input").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => id("palette-input").count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
      .toBe("question-input");
    await expect.poll(() => id("question-input").inputValue()).toBe("How many");
  });

  it("is in sight after Ctrl+L, wherever the page was scrolled to", async () => {
    await open({ viewport: { width: 760, height: 520 } });
    await ask("Who are our best customers this year?");
    await id("show-pipeline").click();
    for (const end of [0, 1e6]) {
      await page.locator(".main").evaluate((e, to) => {
        for (const box of [e, ...e.querySelectorAll("*")]) box.scrollTop = to;
      }, end);
      await page.keyboard.press("Control+l");
      await expect
        .poll(() =>
          id("question-input").evaluate((e) => {
            const box = e.getBoundingClientRect();
            return (
              e === document.activeElement &&
              e === document.elementFromPoint(box.left + 20, box.top + box.height / 2)
            );
          }),
        )
        .toBe(true);
    }
  });
});

describe("the history", () => {
  it("never shows one question's answer under another, however fast they are pressed", async () => {
    await open();
    await ask("How many customers are in france?");
    await id("new-question").click();
    await ask("Show all order lines");
    await id("history-tab").click();
    const france = page.locator(".history-item", { hasText: "france" });
    const lines = page.locator(".history-item", { hasText: "order lines" });
    await id("question-input").fill("something else, not asked yet");
    await page.evaluate(() => {
      const items = [...document.querySelectorAll<HTMLElement>(".history-item")];
      for (const item of [...items, ...items, ...items].reverse()) item.click();
    });
    await lines.click();
    await france.click();
    await expect.poll(() => id("asked").textContent()).toBe("How many customers are in france?");
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
    await page.waitForTimeout(500);
    await expect.poll(() => id("asked").textContent()).toBe("How many customers are in france?");
    await expect.poll(() => id("answer-headline").textContent()).toBe("71");
  });
});

describe("a run that is cut off", () => {
  it("says so at once, and does not claim to be at work", async () => {
    await open();
    const began = Date.now();
    await ask("cut off: how many customers are in france?", "interrupted");
    // Its steps take well under a second; the window once waited eight after them.
    expect(Date.now() - began).toBeLessThan(6_000);
  });
});

describe("a conversation of four", () => {
  it("has an answer under each question at once, and none is left blank", async () => {
    await open();
    await ask("How many customers are in france?");
    for (const next of ["and by month?", "what about 2024?", "Show all order lines"]) {
      await ask(next);
      await expect.poll(() => id("asked").textContent()).toBe(next);
      await expect.poll(() => page.locator("main .answer").last().isVisible()).toBe(true);
      const blank = await page
        .locator("main .grid")
        .evaluateAll((all) => all.filter((e) => e.querySelectorAll(".grid-td").length === 0).length);
      expect(blank).toBe(0);
    }
  });
});

describe("the frame", () => {
  it("keeps the name of the database whole beside an open panel", async () => {
    await open();
    await ask("Who are our best customers this year?");
    await id("show-sql").click();
    await page.locator(".cm-content").waitFor();
    const cut = await page.locator(".top-name").evaluate((e) => {
      const next = document.querySelector("[data-testid=show-about]")?.getBoundingClientRect();
      const box = e.getBoundingClientRect();
      return { cut: e.scrollWidth - e.clientWidth, over: next ? box.right - next.left : 0 };
    });
    expect(cut.cut).toBeLessThanOrEqual(0);
    expect(cut.over).toBeLessThanOrEqual(0);
  });

  it("examples that arrive late leave the question box where it is", async () => {
    await open();
    // Its tables take seconds to be read, and the examples come behind them.
    await choosePath("/data/slow-shop.sqlite");
    await page.getByRole("heading", { level: 1, name: "Ask slow-shop" }).waitFor();
    const top = () => id("question-input").evaluate((e) => e.getBoundingClientRect().top);
    const before = await top();
    await expect.poll(() => page.locator(".examples").count()).toBe(0);
    await page.locator(".examples .chip").first().waitFor();
    await expect.poll(() => top()).toBe(before);
  });

  it("opening another database leaves the list in its order", async () => {
    await open();
    const order = () =>
      page
        .locator("[data-testid^=connection-]")
        .evaluateAll((all) => all.map((e) => e.getAttribute("data-testid")));
    const before = await order();
    await id("connection-northern-league").click();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    await expect.poll(() => order()).toEqual(before);
  });
});

describe("words for people", () => {
  it("no engineer's word stands on the way to an answer, and figures are behind Details", async () => {
    await open();
    await ask("Who are our best customers this year?");
    await openArena();
    await id("duel-C").click();
    // biome-ignore lint/performance/useDomNodeTextContent: only the words that are shown count
    const seen = (await page.locator("main").innerText()) ?? "";
    for (const word of ["Converse", "Ground", "Link", "belief", "S1", "S2", "Candidate", "tournament"]) {
      expect(seen).not.toMatch(new RegExp(`\\b${word}\\b`));
    }
    expect(seen).not.toMatch(/\bc[1-5]\b/);
    await id("duel-details").locator("summary").click();
    await expect.poll(() => id("duel-details").getByRole("table").isVisible()).toBe(true);
    expect(await violations()).toEqual([]);
  });
});
