// The arena: the whole search as one picture, as it grows, over, declined and stopped, by pointer and by keyboard.
import { describe, expect, it } from "vitest";
import { ask, id, open, openArena, over, page, settled, tabTo, violations } from "./scene";

const CONTESTED = "Who are our best customers this year?";
const CROWD = "average revenue per order by country in the crowd";
/** Runs of the real engine. */
const PLAIN = "How many customers do we have?";
const MANY = "What is the average order value by country?";

const sideways = () =>
  page.evaluate(() => {
    const main = document.querySelector("main") as HTMLElement;
    return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth);
  });
const nodes = (kind: string) => page.locator(`[data-testid^=${kind}-]`).count();

describe("while asking", () => {
  it("the search grows: words first, then attempts, with the figure so far, and Stop is in sight", async () => {
    await open();
    await id("question-input").fill("slow: best customers");
    await page.keyboard.press("Enter");
    await id("stage").waitFor();
    await expect.poll(() => nodes("word")).toBeGreaterThan(0);
    await id("candidate-c1").waitFor({ timeout: 15_000 });
    await expect.poll(() => id("run-state").getAttribute("data-state")).toBe("running");
    await expect.poll(() => id("arena-end").textContent(), { timeout: 15_000 }).toMatch(/^So far.*10 rows/);
    const stop = await id("stop-button").boundingBox();
    expect((stop?.y ?? 9_999) + (stop?.height ?? 0)).toBeLessThan(800);
    await id("candidate-c1").click();
    await id("inspect").getByText("Written by").waitFor();
    await id("stop-button").click();
    await over("stopped");
    await openArena();
    await expect.poll(() => id("arena-end").textContent()).toContain("Stopped");
    expect(await violations()).toEqual([]);
  });

  it("is scrolled nowhere when the answer comes, though the steps were open before", async () => {
    await open();
    await ask(CONTESTED);
    await id("show-pipeline").click();
    await id("new-question").click();
    await ask(PLAIN);
    await expect.poll(() => id("answer-headline").isVisible()).toBe(true);
    await expect
      .poll(() => id("answer-headline").evaluate((e) => e.getBoundingClientRect().top))
      .toBeLessThan(400);
  });
});

describe("the picture", () => {
  it("of one attempt is a straight line to its answer", async () => {
    await open();
    await ask(PLAIN);
    await openArena();
    await expect.poll(() => nodes("candidate")).toBe(1);
    await expect.poll(() => nodes("cluster")).toBe(1);
    await expect.poll(() => nodes("duel")).toBe(0);
    await expect.poll(() => id("arena-end").textContent()).toContain("480");
    expect(await violations()).toEqual([]);
  });

  it("of a real run has its attempts, results and comparisons, each result once", async () => {
    await open();
    await ask(MANY);
    await openArena();
    expect([await nodes("candidate"), await nodes("cluster"), await nodes("duel")]).toEqual([14, 7, 6]);
    // One attempt came to no result, so it has no vote.
    await expect.poll(() => page.locator(".token").count()).toBe(13);
    await expect.poll(() => page.locator(".result-node.ahead").count()).toBe(1);
  });

  it.each([
    [760, "dark"],
    [1_280, "light"],
    [2_560, "dark"],
  ] as const)(
    "of sixty attempts fits a window of %i pixels, %s, and nothing lies over anything",
    async (width, colorScheme) => {
      await open({ viewport: { width, height: 900 }, colorScheme });
      await ask(CROWD);
      await openArena();
      await expect.poll(() => nodes("candidate")).toBe(60);
      expect(await sideways()).toBe(0);
      await settled();
      for (const kind of [".attempt-node", ".result-node", ".match-node", ".word-node", ".knot"]) {
        const clashes = await page.locator(kind).evaluateAll((all) => {
          const boxes = all.map((e) => e.getBoundingClientRect());
          return boxes.flatMap((a, n) =>
            boxes
              .slice(n + 1)
              .filter(
                (b) =>
                  a.left < b.right - 1 &&
                  b.left < a.right - 1 &&
                  a.top < b.bottom - 1 &&
                  b.top < a.bottom - 1,
              ),
          ).length;
        });
        expect([kind, clashes]).toEqual([kind, 0]);
      }
      expect(await violations()).toEqual([]);
    },
  );

  it("shows who wrote what, and leaves out whom the person turns off", async () => {
    await open();
    await ask(CROWD);
    await openArena();
    await expect.poll(() => page.locator(".attempt-node.dim").count()).toBe(0);
    await id("writer-icl").click();
    await expect.poll(() => id("writer-icl").getAttribute("aria-pressed")).toBe("false");
    await expect.poll(() => page.locator(".attempt-node.dim").count()).toBeGreaterThan(5);
    await id("writer-icl").click();
    await expect.poll(() => page.locator(".attempt-node.dim").count()).toBe(0);
  });

  it("says the end where there is no answer", async () => {
    await open();
    await ask("decline: what is the meaning of life?", "declined");
    await openArena();
    await expect.poll(() => id("arena-end").textContent()).toContain("No answer");
    await expect.poll(() => page.locator(".word-node.unused").allTextContents()).toEqual(["meaning", "life"]);
    expect(await violations()).toEqual([]);
  });
});

describe("what stands behind a thing", () => {
  it("a comparison has its reasons as bars to both sides, and its figures behind Details", async () => {
    await open();
    await ask(CONTESTED);
    await openArena();
    await id("duel-C").click();
    await expect
      .poll(() => id("duel-reasons").textContent())
      .toContain("C filters on a year that nobody asked for.");
    await expect.poll(() => page.locator(".reason-bar").count()).toBe(4);
    await expect.poll(() => page.getByRole("table", { name: "What was weighed" }).isVisible()).toBe(false);
    await id("duel-details").locator("summary").click();
    await page.getByRole("table", { name: "What was weighed" }).waitFor();
    await id("column-duels").click();
    await id("duel-C-B").click();
    await expect.poll(() => id("inspect").textContent()).toContain("Result C beside result B");
    expect(await violations()).toEqual([]);
  });

  it("a mended attempt shows what was wrong and what was changed", async () => {
    await open();
    await ask(CONTESTED);
    await openArena();
    await id("candidate-c2").click();
    const repair = id("repair-c2");
    await expect.poll(() => repair.locator("del").first().textContent()).toBe("name");
    await expect.poll(() => repair.locator("ins").first().textContent()).toBe("company_name");
    await expect.poll(() => repair.textContent()).toContain("it worked");
    await id("candidate-c5").click();
    await expect.poll(() => id("inspect").textContent()).toContain("no such column");
  });

  it("a result can be made the answer, and then its path is the thick one", async () => {
    await open();
    await ask(CONTESTED);
    await openArena();
    await id("cluster-C").click();
    await id("choose-C").click();
    await page.getByTestId("answer-sentence").getByText("since 2024").waitFor();
    await expect.poll(() => page.locator(".result-node.ahead").getAttribute("data-testid")).toBe("cluster-C");
  });
});

describe("the scrubber", () => {
  it("goes back to any moment, says which, and forward to the end again", async () => {
    await open();
    await ask(CONTESTED);
    await openArena();
    const most = Number(await id("scrub").getAttribute("max"));
    await id("scrub").focus();
    await page.keyboard.press("Home");
    await expect.poll(() => nodes("candidate")).toBe(0);
    await expect.poll(() => id("arena-end").textContent()).toContain("So far");
    for (let n = 0; n < 9; n++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => id("scrub").getAttribute("aria-valuetext")).toContain(`9 of ${most}`);
    await page.keyboard.press("End");
    await expect.poll(() => nodes("candidate")).toBe(5);
    await expect.poll(() => id("arena-end").textContent()).toContain("The answer");
    // What is below the picture is the run's own, whatever moment is shown.
    await expect.poll(() => id("answer-sentence").count()).toBe(1);
    await id("scrub-play").click();
    await expect.poll(() => id("scrub").inputValue().then(Number), { timeout: 15_000 }).toBeLessThan(most);
    await expect.poll(() => id("scrub").inputValue().then(Number), { timeout: 20_000 }).toBe(most);
  });
});

describe("by keyboard alone", () => {
  it("one stop of the Tab key, arrows within, Enter opens and closing comes back", async () => {
    await open();
    await ask(CONTESTED);
    await openArena();
    await tabTo("column-words", 60);
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-testid"));
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await expect.poll(() => at()).toBe("candidate-c2");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => at()).toMatch(/^cluster-/);
    await page.keyboard.press("Enter");
    await id("inspect").waitFor();
    await tabTo("inspect-close");
    await page.keyboard.press("Enter");
    await id("inspect").waitFor({ state: "detached" });
    await expect.poll(() => at()).toMatch(/^cluster-/);
    await page.keyboard.press("End");
    await expect.poll(() => at()).toBe("arena-end");
  });

  it("as tables it says the same", async () => {
    await open();
    await ask(CONTESTED);
    await openArena();
    await id("arena-as-table").click();
    const rows = (name: string) => page.getByRole("table", { name }).locator("tbody tr").count();
    await expect.poll(() => rows("Attempts")).toBe(5);
    await expect.poll(() => rows("Results")).toBe(3);
    await page.getByRole("table", { name: "Attempts" }).getByRole("button").nth(1).press("Enter");
    await id("inspect").getByText("How it was mended").waitFor();
    expect(await violations()).toEqual([]);
  });

  it("Ctrl+Shift+J opens it from the answer, and closes it", async () => {
    await open();
    await ask(CONTESTED);
    await page.keyboard.press("Control+Shift+J");
    await id("stage").waitFor();
    await page.keyboard.press("Control+Shift+J");
    await id("stage").waitFor({ state: "detached" });
    await id("pipeline").waitFor();
  });
});

describe("the review of an answer", () => {
  it("stands behind the answer, with who made it and what came of it", async () => {
    await open();
    await ask("Who are our best customers?");
    await openArena();
    await id("arena-end").click();
    await expect.poll(() => id("review").allTextContents()).toEqual(["A review by rules: it passed."]);
    expect(await violations()).toEqual([]);
  });
});

describe("the trace of a run", () => {
  it("is saved from the details, says when it holds prompts, and a full disk is said", async () => {
    await open();
    await ask(PLAIN);
    await openArena();
    await id("arena-details").locator("summary").click();
    await id("save-trace").click();
    await expect.poll(() => id("trace-saved").textContent()).toMatch(/\/exports\/.+\.jsonl/);
    const saved = () => page.evaluate(() => JSON.parse(localStorage.getItem("mock.exported") ?? "{}"));
    expect((await saved()).path).toBe(`/exports/${(await saved()).run}.jsonl`);
    await expect.poll(() => id("trace-note").count()).toBe(0);
    await page.evaluate(() => localStorage.setItem("mock.traced", "prompts"));
    await id("save-trace").click();
    await id("trace-note").getByText("It holds prompts and replies").waitFor();
    expect(await violations()).toEqual([]);
    await page.evaluate(() => localStorage.setItem("mock.disk", "full"));
    await id("save-trace").click();
    await page.getByText("The disk is full.").waitFor();
  });
});
