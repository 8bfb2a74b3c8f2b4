// Names that a typed part fits.

/** Rows that a list shows: as many as are still drawn at once at every key. */
export const AT_MOST = 50;

interface Compare {
  contains(text: string, part: string): boolean;
  startsWith(text: string, part: string): boolean;
}

/** Those that begin with the part come first; otherwise in their order. */
export function found(names: readonly string[], part: string, { contains, startsWith }: Compare): string[] {
  const wanted = part.trim();
  if (wanted === "") return [...names];
  const fit = names.filter((name) => contains(name, wanted));
  return [...fit.filter((n) => startsWith(n, wanted)), ...fit.filter((n) => !startsWith(n, wanted))];
}
