// A display of its own, with a window manager and a WebDriver on it, and hands for windows that are not web pages.
// Deliberately absent: WEBKIT_DISABLE_DMABUF_RENDERER and its like; with them WebKitGTK never answers a screenshot.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "./driver.mjs";

/** Everything of a person's account that the program could read or write lies below `home`. */
export async function startDisplay(home) {
  const children = [];
  const launch = (program, args, env, stdio = "ignore") => {
    const child = spawn(program, args, { env, stdio });
    child.on("error", (error) => console.error(`${program}: ${error.message}`));
    children.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([gone, pause(3_000)]);
    }
  };

  const server = launch("Xvfb", ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"], process.env, ["ignore", "ignore", "ignore", "pipe"]);
  const number = await new Promise((resolve, reject) => {
    server.stdio[3].once("data", (data) => resolve(String(data).trim()));
    server.once("exit", () => reject(new Error("Xvfb did not start")));
  });
  const log = fs.openSync(path.join(home, "program.log"), "a");
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(WAYLAND|DBUS|XDG|WEBKIT|GTK)_/.test(name))),
    DISPLAY: `:${number}`,
    GDK_BACKEND: "x11",
    HOME: home,
    XDG_DATA_HOME: path.join(home, "data"),
    XDG_CONFIG_HOME: path.join(home, "config"),
    XDG_CACHE_HOME: path.join(home, "cache"),
    XDG_RUNTIME_DIR: path.join(home, "runtime"),
    LANG: "en_US.UTF-8",
    LC_ALL: "en_US.UTF-8",
    TZ: "UTC",
    NO_AT_BRIDGE: "1",
    GSETTINGS_BACKEND: "memory",
    TAURI_AUTOMATION: "true",
    TAURI_WEBVIEW_AUTOMATION: "true",
  };
  fs.mkdirSync(env.XDG_RUNTIME_DIR, { recursive: true, mode: 0o700 });
  // By which a second start of the program finds the first.
  env.DBUS_SESSION_BUS_ADDRESS = `unix:path=${path.join(env.XDG_RUNTIME_DIR, "bus")}`;
  launch("dbus-daemon", ["--session", "--nofork", "--nopidfile", `--address=${env.DBUS_SESSION_BUS_ADDRESS}`], env);
  await until("the session's bus listens", () => fs.existsSync(path.join(env.XDG_RUNTIME_DIR, "bus")), 10_000);
  launch("openbox", ["--sm-disable"], env);
  const port = await freePort();
  launch("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], env, ["ignore", log, log]);
  const driver = `http://127.0.0.1:${port}`;
  await until("WebKitWebDriver answers", async () => (await fetch(`${driver}/status`)).ok, 20_000);

  const tools = { ...process.env, DISPLAY: env.DISPLAY };
  const xdotool = (...args) => execFileSync("xdotool", args, { env: tools, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  const closeWindow = async (title) => {
    const window = xdotool("search", "--onlyvisible", "--name", `^${title}$`).split("\n").at(-1);
    xdotool("windowfocus", "--sync", window);
    xdotool("key", "--clearmodifiers", "alt+F4");
    await until(`${title} closes`, () => {
      try {
        return xdotool("search", "--onlyvisible", "--name", `^${title}$`) === "";
      } catch {
        return true;
      }
    }, 10_000);
  };
  return {
    driver,
    stop,
    /** Waits until no program of this account runs: a new one would hand over to it and end, and WebDriver would wait. */
    ended: (binary) => until("the program before this one ends", () => !runs(binary, home), 20_000),
    /** Starts a program beside the window, and returns its exit code. */
    start: (program, args) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, args, { env, stdio: ["ignore", log, log] });
        child.once("error", reject);
        child.once("exit", resolve);
        children.push(child);
      }),
    /** Types a path into the system's own save dialog of this title, and saves. */
    saveAs: async (title, file) => {
      const dialog = await until(`the dialog "${title}"`, () => xdotool("search", "--onlyvisible", "--name", `^${title}$`).split("\n")[0], 20_000);
      xdotool("windowfocus", "--sync", dialog);
      await pause(300);
      xdotool("key", "--clearmodifiers", "ctrl+a");
      xdotool("type", "--clearmodifiers", "--delay", "8", file);
      await pause(200);
      xdotool("key", "--clearmodifiers", "Return");
    },
    /** Closes a window as its owner does, by the window manager. */
    closeWindow,
    /** The same with one that is yet to come. */
    closeAgain: async (title) => {
      await until(`${title} comes back`, () => xdotool("search", "--onlyvisible", "--name", `^${title}$`) !== "", 30_000);
      // Its page has to be there before a key reaches the window.
      await pause(1_500);
      await closeWindow(title);
    },
    /** The program's window as the display has it, once it has stopped changing. WebDriver's own pictures lack what is
     * not painted yet. */
    picture: async (file) => {
      const window = xdotool("search", "--onlyvisible", "--name", "^Askwell$").split("\n").at(-1);
      let last = Buffer.alloc(0);
      for (let tries = 8; tries > 0; tries -= 1) {
        await pause(500);
        const now = execFileSync("import", ["-window", window, "-depth", "8", "rgb:-"], { env: tools, maxBuffer: 1 << 26 });
        if (now.equals(last)) break;
        last = now;
      }
      execFileSync("import", ["-window", window, file], { env: tools });
    },
    /** The whole display, dialogs included. */
    everything: (file) => execFileSync("import", ["-window", "root", file], { env: tools }),
  };
}

/** Whether a process of this program has this home. One that is gone while it is read does not. */
function runs(binary, home) {
  return fs.readdirSync("/proc").some((id) => {
    try {
      return fs.readlinkSync(`/proc/${id}/exe`) === binary && fs.readFileSync(`/proc/${id}/environ`, "utf8").split("\0").includes(`HOME=${home}`);
    } catch {
      return false;
    }
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
