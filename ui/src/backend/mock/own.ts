// What the program keeps, as the mock has it: "held" in the browser's storage stands for a second window that is open, "stuck" for
// a keychain that gives nothing back. Limits of 3,599 seconds cannot be saved.
import type { Bounds } from "../../contract";
import type { Backend } from "../backend";
import { problem } from "./saved";
import { wait } from "./wait";

const BOUNDS = "mock.bounds";

interface Around {
  questions(): number;
  connections(): number;
}

export function ownVerbs({
  questions,
  connections,
}: Around): Pick<
  Backend,
  "ownFiles" | "showOwnFiles" | "eraseAll" | "startAgain" | "bounds" | "saveBounds" | "onGiven"
> {
  return {
    ownFiles: async () => {
      await wait(20);
      if (localStorage.getItem("mock.own") === "broken")
        throw problem("denied", "The folder cannot be read.", "Ask for the right to read it.");
      return {
        version: "0.1.0",
        folder: "/home/me/.local/share/io.askwell.desktop",
        bytes: 48_200_000 + questions() * 12_000,
        questions: questions(),
        connections: connections(),
        models: "/home/me/Askwell/models",
      };
    },
    showOwnFiles: async () => {
      await wait(20);
      if (localStorage.getItem("mock.own") === "hidden")
        throw problem(
          "lost",
          "This system has no program that took it.",
          "Copy the path and open it from there.",
        );
    },
    eraseAll: async () => {
      await wait(20);
      if (localStorage.getItem("mock.own") === "held")
        throw problem(
          "locked",
          "Another window or command of Askwell is open.",
          "Close it, then erase again. Nothing was erased.",
        );
      return localStorage.getItem("mock.own") === "stuck"
        ? ["The password of Shop is still in the system’s keychain."]
        : [];
    },
    startAgain: async () => location.reload(),
    bounds: async () => {
      await wait(20);
      const kept = localStorage.getItem(BOUNDS);
      return kept ? (JSON.parse(kept) as Bounds) : { seconds: 30, rows: 1_000 };
    },
    saveBounds: async (bounds) => {
      await wait(20);
      if (bounds.seconds === 3_599)
        throw problem("lost", "There is no room left on the disk.", "Make room, then save again.");
      localStorage.setItem(BOUNDS, JSON.stringify(bounds));
      return bounds;
    },
    onGiven: (listener) => {
      const hear = (event: WindowEventMap["mock-given"]) => listener(event.detail);
      window.addEventListener("mock-given", hear);
      return () => window.removeEventListener("mock-given", hear);
    },
  };
}

declare global {
  interface WindowEventMap {
    "mock-given": CustomEvent<string[]>;
  }
}
