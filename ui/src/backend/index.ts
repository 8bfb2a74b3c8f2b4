// Which of the two backends this page has.
import type { Backend } from "./backend";

export async function connect(): Promise<Backend> {
  if ("__TAURI_INTERNALS__" in window) return (await import("./tauri")).tauri;
  if (import.meta.env.DEV || import.meta.env.MODE === "mock") return (await import("./mock")).mock();
  throw {
    code: "lost",
    message: "This page is the window of the Askwell program and cannot work without it.",
    hint: "Start Askwell itself.",
    detail: null,
  };
}
