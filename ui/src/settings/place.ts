// Where in the settings the person is.
export const PAGES = [
  { page: "models", name: "Models" },
  { page: "privacy", name: "Privacy" },
  { page: "times", name: "Times" },
  { page: "ledger", name: "Ledger" },
  { page: "prompts", name: "Prompts" },
] as const;

export type Page = (typeof PAGES)[number]["page"];
