// Two statements side by side: which words are on one side only. A column with its table before it is the same column, and
// layout and case are nothing.
import { diffArrays } from "diff";

export interface Piece {
  text: string;
  marked: boolean;
}

const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"(?:\.(?:"(?:[^"]|"")*"|\w+))*|\w+(?:\.(?:"(?:[^"]|"")*"|\w+))*|\s+|[^\s\w]/g;

export function tokens(sql: string): string[] {
  return sql.match(TOKEN) ?? [];
}

/** By what two words are the same. */
export function meant(token: string): string {
  if (token.trim() === "") return "";
  if (token.startsWith("'")) return token;
  // A number keeps its fraction.
  const last = /^\d/.test(token) ? token : (token.split(/\.(?=\w+$|"[^"]*"$)/).at(-1) ?? token);
  return last.replace(/^"(.*)"$/, "$1").toLowerCase();
}

const blank = (token: string) => token.trim() === "";

export function sides(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [a, b] = [tokens(before), tokens(after)];
  const [left, right] = [a.filter((t) => !blank(t)), b.filter((t) => !blank(t))];
  const marks = { left: new Set<number>(), right: new Set<number>() };
  let [l, r] = [0, 0];
  for (const part of diffArrays(left, right, { comparator: (x, y) => meant(x) === meant(y) })) {
    for (let n = 0; n < part.value.length; n++) {
      if (part.removed) marks.left.add(l++);
      else if (part.added) marks.right.add(r++);
      else {
        l++;
        r++;
      }
    }
  }
  return { before: pieces(a, marks.left), after: pieces(b, marks.right) };
}

/** Blanks between two marked words are marked with them, line breaks are not. */
function pieces(all: string[], marked: Set<number>): Piece[] {
  const out: Piece[] = [];
  const add = (text: string, mark: boolean) => {
    const last = out.at(-1);
    if (last && last.marked === mark) last.text += text;
    else out.push({ text, marked: mark });
  };
  let at = 0;
  for (const token of all) {
    if (blank(token)) add(token, marked.has(at - 1) && marked.has(at) && !token.includes("\n"));
    else {
      add(token, marked.has(at));
      at++;
    }
  }
  return out;
}
