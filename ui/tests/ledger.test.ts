// Privacy, ledger and prompts, in Chromium against the mock.
import { describe, expect, it } from "vitest";
import { ask, id, open, page, tabTo, violations } from "./scene";

async function openAt(
  pane: "privacy" | "ledger" | "prompts",
  models = "cloud",
  options?: Parameters<typeof open>[0],
) {
  await open(options, { "mock.models": models });
  await page.keyboard.press("Control+,");
  await id(`settings-${pane === "prompts" ? "advanced" : pane}`).click();
  await id(`${pane}-pane`).waitFor();
}
const text = () => id("preview-text").textContent();
const showing = (words: string) => id("preview-text").getByText(words).first().waitFor();

describe("privacy", () => {
  it("begins at nothing, and shows what each level would send before it is saved", async () => {
    await openAt("privacy");
    await expect.poll(() => page.getByRole("radio", { name: /^Nothing/ }).isChecked()).toBe(true);
    await showing("At this level no model is asked.");
    await id("level-names").click();
    await id("preview-goes").getByText("Leaves this computer").waitFor();
    await expect.poll(() => text()).toContain("api.anthropic.com");
    expect(await text()).not.toContain("640 rows");
    expect(await text()).not.toContain("France");
    await id("level-profile").click();
    await showing("640 rows");
    await id("level-values").click();
    await showing("[EMAIL_1]");
    await showing("2 values");
    await page.getByText("Not saved yet: “Nothing” is in force.").waitFor();
    await id("preview-select").click();
    await expect.poll(() => id("preview-held").textContent()).toContain("It needs rows of results");
    await id("level-rows").click();
    await showing("result of c1: (71)");
    await showing("Leaves this computer");
  });

  it("is saved for this database alone, by keyboard, and its page says so", async () => {
    await openAt("privacy");
    await page.getByRole("radio", { name: /^Nothing/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await tabTo("privacy-save");
    await page.keyboard.press("Enter");
    await page.getByText("“Figures and shapes” is in force.").waitFor();
    await page.keyboard.press("Control+i");
    await expect.poll(() => id("about").textContent()).toContain("Models seeFigures and shapes");
    await id("about-privacy").click();
    await id("privacy-pane").waitFor();
    await id("open-drawer").click();
    await id("connection-northern-league").click();
    await page.getByRole("heading", { level: 1, name: "Ask Northern League" }).waitFor();
    await page.keyboard.press("Control+i");
    await expect.poll(() => id("about").textContent()).toContain("Models seeNothing");
  });

  it("shows the prompts of the question that was asked, and of any other", async () => {
    await open({}, { "mock.models": "cloud" });
    await ask("Who are our best customers?");
    await page.keyboard.press("Control+,");
    await id("settings-privacy").click();
    await id("level-names").click();
    await showing("Question: Who are our best customers?");
    await id("preview-question").fill("Which orders are late?");
    await showing("Question: Which orders are late?");
    await id("preview-question").fill("nopreview");
    await page.getByText("The prompts cannot be made.").waitFor();
    await id("preview-question").fill("");
    await showing("Question:");
  });

  it("without a model says that nothing is sent, and where to set one up", async () => {
    await openAt("privacy", "none");
    await id("level-rows").click();
    await showing("No model is set for it.");
    await page.getByRole("button", { name: "Set one up" }).click();
    await id("models-pane").waitFor();
  });

  it("with a model but nothing to be seen, the models' page says so and leads here", async () => {
    await openAt("privacy", "cloud");
    await id("settings-models").click();
    await id("sees-nothing").getByRole("button").click();
    await id("level-names").click();
    await id("privacy-save").click();
    await page.getByText("“Names and types” is in force.").waitFor();
    await id("settings-models").click();
    await id("way-cloud").waitFor();
    await expect.poll(() => id("sees-nothing").count()).toBe(0);
  });

  it("a model on this computer stays there", async () => {
    await openAt("privacy", "local");
    await id("level-names").click();
    await id("preview-goes").getByText("Stays on this computer").waitFor();
    await expect.poll(() => text()).toContain("no cost");
  });
});

describe("the ledger", () => {
  it("is honest in its headline: nothing, or so many characters", async () => {
    await openAt("ledger", "none");
    await page.getByText("No model has been asked yet.").waitFor();
    await expect.poll(() => id("ledger-headline").textContent()).toBe("Nothing has left this computer.");
    await expect.poll(() => id("ledger-export").getAttribute("aria-disabled")).toBe("true");
    await openAt("ledger", "local");
    await id("ledger-count").waitFor();
    await expect.poll(() => id("ledger-headline").textContent()).toBe("Nothing has left this computer.");
    await openAt("ledger", "cloud");
    await page.getByText(/^[\d,]+ characters have left this computer\.$/).waitFor();
    await expect
      .poll(() => id("ledger-pane").textContent())
      .toContain("124 requests in the ledger; of the newest 50, ");
  });

  it("is read page by page, newest first, and each entry in full", async () => {
    await openAt("ledger");
    await id("entry-124").waitFor();
    await expect.poll(() => page.locator(".entry").count()).toBe(50);
    await id("ledger-more").click();
    await id("entry-25").waitFor();
    await page.locator("[data-testid=ledger-more]:not([aria-disabled])").click();
    await id("entry-1").waitFor();
    await expect.poll(() => id("ledger-count").textContent()).toBe("124 requests, all of them.");
    await expect
      .poll(() => id("ledger-headline").textContent())
      .toMatch(/^\d+ requests, [\d,]+ characters went to api\.anthropic\.com\.$/);
    const line = id("entry-124").getByRole("button").first();
    await line.focus();
    await page.keyboard.press("Enter");
    const body = await id("entry-124").textContent();
    expect(body).toContain("It left this computer.");
    expect(body).toContain("Question: How many customers are in France?");
    expect(body).toContain("3,300 tokens in, 2,400 of them kept by the provider, 60 out");
    await expect.poll(() => line.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Enter");
    expect(await id("entry-124").textContent()).not.toContain("It left this computer.");
  });

  it("says how each one ended, and what is not known", async () => {
    await openAt("ledger");
    await id("entry-118").waitFor();
    await expect.poll(() => id("entry-123").textContent()).toContain("too many requests");
    await expect.poll(() => id("entry-120").textContent()).toContain("no reply yet");
    await expect.poll(() => id("entry-119").textContent()).toContain("price unknown");
    await expect.poll(() => id("entry-118").textContent()).toContain("kept reply");
    await expect.poll(() => id("entry-118").textContent()).toContain("not sent");
    await id("entry-123").getByRole("button").first().click();
    await id("entry-123").getByText("It was tried again after 2 seconds.").waitFor();
  });

  it("is searched, of all databases or of this one; what cannot be read says so", async () => {
    await openAt("ledger");
    await id("ledger-search").fill("late?");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length < 50);
    await page.getByText(/^Of what was found, 37 requests/).waitFor();
    await id("ledger-this").click();
    await page.getByText(/Of what was found, 29 requests/).waitFor();
    await id("ledger-search").fill("zzz");
    await page.getByText("Nothing in the ledger matches.").waitFor();
    await id("ledger-search").fill("broken");
    await page.getByText("The ledger cannot be read.").waitFor();
    await id("ledger-search").fill("");
    await id("entry-124").waitFor();
  });

  it("is exported, and a full disk is said", async () => {
    await openAt("ledger");
    await id("entry-124").waitFor();
    await id("ledger-export").click();
    await id("ledger-exported").getByText("/exports/askwell-ledger.jsonl").waitFor();
    await expect.poll(() => id("ledger-exported").textContent()).toContain("124 requests");
    await page.evaluate(() => localStorage.setItem("mock.disk", "full"));
    await id("ledger-export").click();
    await page.getByText("The disk is full.").waitFor();
  });
});

describe("the prompts", () => {
  it("are read, replaced by one's own, and brought back", async () => {
    await openAt("prompts");
    await id("prompt-answer").click();
    await expect.poll(() => id("prompt-text").inputValue()).toContain("name: answer");
    await expect.poll(() => id("prompt-save").getAttribute("aria-disabled")).toBe("true");
    await id("prompt-text").fill("My own words: {{ question }}");
    await id("prompt-link_precise").click();
    await id("prompt-answer").click();
    await expect.poll(() => id("prompt-text").inputValue()).toBe("My own words: {{ question }}");
    await id("prompt-save").click();
    await id("prompt-answer").getByText("yours").waitFor();
    await id("prompt-back").click();
    await page.waitForFunction(() =>
      document
        .querySelector<HTMLTextAreaElement>("[data-testid=prompt-text]")
        ?.value.includes("name: answer"),
    );
    await expect.poll(() => id("prompt-answer").textContent()).toBe("answer");
  });

  it("a broken one is refused with its line, and what was written stays to be mended", async () => {
    await openAt("prompts");
    await id("prompt-text").fill("one\ntwo\n{{ oops }} three\nfour");
    await id("prompt-save").click();
    const refused = id("prompt-refused");
    await refused.getByText("Line 3: there is no field called “oops”.").waitFor();
    await expect.poll(() => refused.textContent()).toContain("The shipped one is used instead.");
    await expect.poll(() => id("prompt-text").inputValue()).toContain("{{ oops }} three");
    await id("prompt-go").click();
    const chosen = await id("prompt-text").evaluate((e) => {
      const area = e as HTMLTextAreaElement;
      return area.value.slice(area.selectionStart, area.selectionEnd);
    });
    expect(chosen).toBe("{{ oops }} three");
    await id("prompt-back").click();
    await refused.waitFor({ state: "detached" });
    await expect.poll(() => id("prompt-text").inputValue()).toContain("name: ground");
  });
});

describe("for everyone", () => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing in any pane, %s",
    async (colorScheme) => {
      await openAt("privacy", "cloud", { colorScheme });
      await showing("At this level no model is asked.");
      expect(await violations()).toEqual([]);
      await id("level-values").click();
      await showing("[EMAIL_1]");
      expect(await violations()).toEqual([]);
      await id("settings-ledger").click();
      await id("entry-123").getByRole("button").first().click();
      expect(await violations()).toEqual([]);
      await id("settings-advanced").click();
      await id("prompt-text").fill("{{ oops }}");
      await id("prompt-save").click();
      await id("prompt-refused").waitFor();
      expect(await violations()).toEqual([]);
    },
    60_000,
  );

  it("760 pixels wide: no pane scrolls sideways, and Esc leads back to the question", async () => {
    await openAt("privacy", "cloud", { viewport: { width: 760, height: 900 } });
    const sideways = () =>
      page.evaluate(() =>
        Math.max(
          ...[document.documentElement, ...document.querySelectorAll("main, .explore-panel")].map(
            (e) => e.scrollWidth - e.clientWidth,
          ),
        ),
      );
    await id("level-rows").click();
    await showing("Question:");
    expect(await sideways()).toBe(0);
    await id("settings-ledger").click();
    await id("entry-124").getByRole("button").first().click();
    expect(await sideways()).toBe(0);
    await id("settings-advanced").click();
    await id("prompt-text").waitFor();
    expect(await sideways()).toBe(0);
    await page.keyboard.press("Escape");
    await ask("How many customers are in france?");
  });
});
