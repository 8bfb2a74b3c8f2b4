// One page for each test: opened on the built screen with the mock behind it, checked for complaints afterwards.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Stage, stage } from "./harness";

let theatre: Stage;
export let page: Page;
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

/** `stored` is there before the page is, as from an earlier day. */
export async function open(...how: Parameters<Stage["open"]>) {
  ({ page, troubles, done } = await theatre.open(...how));
  await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
}

/** With three connections to servers in the list: one opens, one asks for its password, one for a passphrase. */
export async function openSaved(options?: Parameters<Stage["open"]>[0]) {
  await open(options, { "mock.saved": "yes" });
}

export const id = (testid: string) => page.getByTestId(testid);

export async function over(state: string) {
  await page.locator(`[data-testid=run-state][data-state=${state}]`).waitFor();
}

export async function ask(question: string, state = "answered") {
  await id("question-input").fill(question);
  await page.keyboard.press("Enter");
  await over(state);
}

export async function choosePath(path: string) {
  await id("open-database").click();
  await id("open-url").fill(path);
  await id("open-confirm").click();
}

/** What axe finds against the rules that bind us. */
export async function violations(): Promise<string[]> {
  // Colours are judged once nothing moves any more.
  await page.waitForTimeout(300);
  const found = await new AxeBuilder({ page })
    // What passes is looked at as well, but not written down node by node: that took half of the time.
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"])
    .setLegacyMode()
    .analyze();
  return found.violations.map(
    (v) => `${v.id}: ${v.nodes.map((n) => `${n.html.slice(0, 140)} ${n.any[0]?.message ?? ""}`).join(" | ")}`,
  );
}

/** Presses Tab until the focus is where it should be, and fails where it never comes there. From the question box at the
 * foot of a conversation it goes backwards, to what stands above. */
export async function tabTo(testid: string, most = 40) {
  await id(testid).first().waitFor({ state: "attached" });
  const asking = await page.evaluate(
    () => document.activeElement?.matches(".foot.low [data-testid=question-input]") ?? false,
  );
  for (let n = 0; n < most; n++) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute("data-testid"))) === testid) return;
    await page.keyboard.press(asking ? "Shift+Tab" : "Tab");
  }
  throw new Error(`The Tab key does not come to ${testid}.`);
}

/** The way to the answer, and from there the whole search. */
export async function openArena() {
  await id("show-pipeline").click();
  if ((await id("show-arena").count()) > 0) await id("show-arena").click();
  await id("stage").waitFor();
}

/** What slides to its place has come to rest there. */
export async function settled() {
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter((a) => a instanceof CSSTransition).length),
    )
    .toBe(0);
}
