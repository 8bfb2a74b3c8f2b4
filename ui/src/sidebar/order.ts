// The order of the list of databases: what stands somewhere stays there while the window is open.
import type { Connection } from "../contract";

/** `before`: ids as they stood; the engine lists the last opened first. What is new comes before what was there, behind the samples. */
export function settled(before: readonly string[], now: readonly Connection[]): Connection[] {
  const place = (c: Connection) => before.indexOf(c.id);
  const known = now.filter((c) => place(c) >= 0).sort((a, b) => place(a) - place(b));
  const fresh = now.filter((c) => place(c) < 0);
  return [
    ...known.filter((c) => c.sample),
    ...fresh.filter((c) => c.sample),
    ...fresh.filter((c) => !c.sample),
    ...known.filter((c) => !c.sample),
  ];
}
