// Which of the two backends this page has.
import { t } from "../text";
import type { Backend } from "./backend";
import "../text/en/app";

export async function connect(): Promise<Backend> {
  if ("__TAURI_INTERNALS__" in window) return (await import("./tauri")).tauri;
  if (import.meta.env.DEV || import.meta.env.MODE === "mock") return (await import("./mock")).mock();
  throw {
    code: "lost",
    message: t("app.problems.alone"),
    hint: t("app.problems.aloneHint"),
    detail: null,
  };
}
