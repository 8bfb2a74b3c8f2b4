// What a test waits for is noticed when it is there. Playwright looks again after 20, 100 and 100 milliseconds, and then
// twice a second: on a busy machine, where nearly everything takes longer than that, half of each wait was for nothing.
//
// In: a page. Out: its locators look every few milliseconds before they act as they always do; what they check, how long
// they wait and what they complain of stay the same.
import type { Locator, Page } from "playwright-core";

const LOOK_MS = 15;
/** From here on, Playwright's own patience will do. */
const LONG_MS = 10_000;

type Waits = { state?: "attached" | "detached" | "visible" | "hidden"; timeout?: number };

const there = async (locator: Locator) => (await locator.count()) > 0;
const seen = (locator: Locator) => locator.first().isVisible();

async function look(locator: Locator, holds: (locator: Locator) => Promise<boolean>, patience = LONG_MS) {
  const end = performance.now() + Math.min(patience, LONG_MS);
  // A page that goes away meanwhile is for what comes after to complain of.
  while (performance.now() < end && !(await holds(locator).catch(() => true)))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

const NEED_TO_BE_SEEN = ["click", "dblclick", "hover", "fill", "check", "uncheck"] as const;
const NEED_TO_BE_THERE = [
  "press",
  "pressSequentially",
  "focus",
  "textContent",
  "innerText",
  "inputValue",
  "getAttribute",
  "boundingBox",
  "evaluate",
  "scrollIntoViewIfNeeded",
] as const;

const quick = new WeakSet<object>();

export function promptly(page: Page) {
  const locators = Object.getPrototypeOf(page.locator("html"));
  if (quick.has(locators)) return;
  quick.add(locators);
  const before = (name: string, wait: (locator: Locator, args: unknown[]) => Promise<void>) => {
    const act = locators[name];
    locators[name] = async function (this: Locator, ...args: unknown[]) {
      await wait(this, args);
      return act.apply(this, args);
    };
  };
  for (const name of NEED_TO_BE_SEEN) before(name, (locator) => look(locator, seen));
  for (const name of NEED_TO_BE_THERE) before(name, (locator) => look(locator, there));
  before("waitFor", (locator, [options]) => {
    const { state = "visible", timeout } = (options ?? {}) as Waits;
    const holds = {
      visible: seen,
      attached: there,
      hidden: async (l: Locator) => !(await seen(l)),
      detached: async (l: Locator) => !(await there(l)),
    };
    return look(locator, holds[state], timeout);
  });
}
