// Where in the settings the person is.
import { t } from "../text";
import "../text/en/settings";

export const PAGES = [
  { page: "general", name: t("settings.pages.general") },
  { page: "models", name: t("settings.pages.models") },
  { page: "spending", name: t("settings.pages.spending") },
  { page: "privacy", name: t("settings.pages.privacy") },
  { page: "times", name: t("settings.pages.times") },
  { page: "ledger", name: t("settings.pages.ledger") },
  { page: "shortcuts", name: t("settings.pages.shortcuts") },
  { page: "data", name: t("settings.pages.data") },
  { page: "advanced", name: t("settings.pages.advanced") },
  { page: "program", name: t("settings.pages.program") },
] as const;

export type Page = (typeof PAGES)[number]["page"];
