/** `crypto.randomUUID` is missing where the page is not a secure context; random bytes are always there. */
export function newRunId(
  kind: "run" | "export" | "faster" | "find" | "facts" | "plan" | "pin" | "check" = "run",
): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `${kind}-${[...bytes].map((b) => b.toString(16).padStart(2, "0")).join("")}`;
}
