// A WebDriver client as small as these tests need, over WebKitWebDriver. In: the program's path. Out: a window to press
// and read. Deliberately absent: a test framework, and anything a person could not do or see.
import { setTimeout as pause } from "node:timers/promises";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** Building the knowledge of a sample database in a debug build is the slowest thing waited for. */
const PATIENCE_MS = 90_000;
/** Where an element that cannot be pressed lies, and what is scrolled how far. */
const WHERE = `
  const at = arguments[0].getBoundingClientRect();
  const scrolled = [];
  for (let e = arguments[0].parentElement; e; e = e.parentElement)
    if (e.scrollTop || e.scrollLeft) scrolled.push(e.tagName + "." + e.className + " by " + e.scrollLeft + ", " + e.scrollTop);
  return "it lies at " + [at.x, at.y, at.width, at.height].map(Math.round).join(", ") + " of " + innerWidth + " by " + innerHeight +
    (scrolled.length ? ", scrolled: " + scrolled.join("; ") : "");`;

/** Waits until `probe` gives something, and says what it waited for when it does not. */
export async function until(what, probe, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  let last;
  for (;;) {
    try {
      const value = await probe();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Waited ${patience / 1000} s in vain: ${what}${last ? ` (${last.message})` : ""}`);
    await pause(60);
  }
}

/** Starts the program on a display, once the one before it has ended. */
export async function openWindow(display, binary) {
  await display.ended(binary);
  const call = async (method, path, body) => {
    const reply = await fetch(`${display.driver}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${value?.error ?? reply.status}: ${value?.message ?? ""}`);
    return value;
  };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: [] } } };
  const { sessionId } = await call("POST", "/session", { capabilities });
  const at = `/session/${sessionId}`;

  const script = (body, ...args) => call("POST", `${at}/execute/sync`, { script: body, args });
  const find = async (selector) => {
    const found = await call("POST", `${at}/elements`, { using: "css selector", value: selector });
    return found.map((element) => element[ELEMENT]);
  };
  /** The one element of a test id, once it is there. */
  const byId = (id) => until(`[data-testid="${id}"]`, async () => (await find(`[data-testid="${id}"]`))[0]);
  const text = async (id) => (await script("return arguments[0].innerText", { [ELEMENT]: await byId(id) })).trim();

  /** Charts and panels move things about while they appear; a person presses where the button has come to rest. */
  const click = (id) =>
    until(`${id} holds still`, async () => {
      const element = await byId(id);
      await call("POST", `${at}/element/${element}/click`, {}).catch(async (error) => {
        const where = await script(WHERE, { [ELEMENT]: element });
        // As a person would who cannot see it: scroll to it. The next try presses.
        await script("arguments[0].scrollIntoView({ block: 'center' })", { [ELEMENT]: element });
        throw new Error(`${error.message}; ${where}`);
      });
      return element;
    }, 10_000);

  const keys = async (...held) => {
    const down = held.map((value) => ({ type: "keyDown", value }));
    const up = [...held].reverse().map((value) => ({ type: "keyUp", value }));
    await call("POST", `${at}/actions`, { actions: [{ type: "key", id: "keyboard", actions: [...down, ...up] }] });
  };

  return {
    script,
    has: async (id) => (await find(`[data-testid="${id}"]`)).length > 0,
    byId,
    text,
    /** Test ids on screen that begin so, in the order of the page. */
    idsLike: (prefix) =>
      script(`return [...document.querySelectorAll('[data-testid^="' + arguments[0] + '"]')].map((e) => e.dataset.testid)`, prefix),
    press: async (id) => {
      await until(`${id} can be pressed`, async () => {
        const element = await byId(id);
        return !(await script("return arguments[0].getAttribute('aria-disabled') === 'true' || arguments[0].disabled", { [ELEMENT]: element }));
      });
      await click(id);
    },
    fill: async (id, words) => {
      const element = await click(id);
      // Select all and type over it, as a person would; WebDriver's own "clear" goes behind the page's back.
      await keys("\uE009", "a");
      await call("POST", `${at}/element/${element}/value`, { text: words });
    },
    keys,
    resize: (width, height) => call("POST", `${at}/window/rect`, { width, height }),
    close: () => call("DELETE", at),
  };
}
