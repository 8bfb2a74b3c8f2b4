// Lines of a prompt, for going to the one that a refusal names.

/** The line in "Line 7: there is no field called oops"; null where none is named. */
export function lineOf(refused: string | null): number | null {
  const found = /\bline (\d+)/i.exec(refused ?? "");
  return found ? Number(found[1]) : null;
}

/** Where a line begins and ends in the text; its last line where there are fewer. */
export function range(text: string, line: number): [number, number] {
  const lines = text.split("\n");
  const at = Math.min(Math.max(1, line), lines.length);
  const from = lines.slice(0, at - 1).reduce((sum, l) => sum + l.length + 1, 0);
  return [from, from + (lines[at - 1]?.length ?? 0)];
}
