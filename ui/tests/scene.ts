// One page for each test: opened on the built screen with the mock behind it, checked for complaints afterwards.
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

export async function open(options?: Parameters<Stage["open"]>[0]) {
  ({ page, troubles, done } = await theatre.open(options));
  await page.locator(".examples .chip:not([aria-disabled])").first().waitFor();
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
