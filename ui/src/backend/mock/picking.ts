// Files without a desktop: what its dialogs give, and what is dropped on the page.
import type { Drop, Pick } from "../backend";

export const PICKED: Record<Pick, string[]> = {
  database: ["/data/night-market.sqlite"],
  files: ["/data/visitors.csv", "/data/budget.xlsx"],
  descriptions: ["/data/schema.yml"],
  folder: ["/data/measurements"],
  authorities: ["/etc/ssl/company-authority.pem"],
  key: ["/keys/id_ed25519"],
  model: ["/models/small-instruct-q4.gguf"],
  place: ["/data/models"],
  workload: ["/data/reports/every-monday"],
};

/** What the page tests send in place of files dragged from the desktop. */
type Dropped = CustomEvent<Drop>;

/** Files dragged over the page, by name alone: a browser does not tell where they are. */
export function onDrop(listener: (drop: Drop) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const hear = (e: Dropped) => listener(e.detail);
  window.addEventListener("mock-drop", hear as EventListener, { signal });
  window.addEventListener(
    "dragover",
    (e) => {
      e.preventDefault();
      listener({ is: "over" });
    },
    { signal },
  );
  window.addEventListener("dragleave", () => listener({ is: "gone" }), { signal });
  window.addEventListener(
    "drop",
    (e) => {
      e.preventDefault();
      const paths = [...(e.dataTransfer?.files ?? [])].map((file) => `/dropped/${file.name}`);
      listener(paths.length > 0 ? { is: "dropped", paths } : { is: "gone" });
    },
    { signal },
  );
  return () => ending.abort();
}
