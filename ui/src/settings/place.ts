// Where in the settings the person is.
export const PAGES = [
  { page: "general", name: "General" },
  { page: "models", name: "Models" },
  { page: "spending", name: "Spending" },
  { page: "privacy", name: "Privacy" },
  { page: "times", name: "Times" },
  { page: "ledger", name: "Ledger" },
  { page: "shortcuts", name: "Shortcuts" },
  { page: "data", name: "Data" },
  { page: "advanced", name: "Advanced" },
  { page: "program", name: "About" },
] as const;

export type Page = (typeof PAGES)[number]["page"];
