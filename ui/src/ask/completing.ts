// What the question box offers for the words at the caret. In: names, terms, stored values, earlier questions. Out: at most
// eight offers, in groups. It never chooses one.

import { t } from "../text";
import "../text/en/ask";

export type Kind = "term" | "table" | "column" | "value" | "question";

export interface Offer {
  kind: Kind;
  /** As it comes into the box. */
  text: string;
  /** Where it is from; empty where its kind says all. */
  where: string;
  /** What of the text it takes the place of. */
  from: number;
  to: number;
}

export interface Named {
  kind: Kind;
  text: string;
  where: string;
}

export const AT_MOST = 8;
/** Of a kind, while there are others. */
const EACH = 2;
/** Fewer letters begin too much. */
export const LEAST = 2;
const WORDS = 4;

export const GROUPS: Record<Kind, string> = {
  term: t("ask.complete.term"),
  table: t("ask.complete.table"),
  column: t("ask.complete.column"),
  value: t("ask.complete.value"),
  question: t("ask.complete.question"),
};
const ORDER: Kind[] = ["term", "table", "column", "value", "question"];

/** Words of every question: whoever types them means no name that begins so. */
const SMALL = new Set(
  (
    "a all am an and any are as at be by can did do does each for from get give had has have how i if in is it its list many me " +
    "more most much my no not of on one or our per so than that the their them then there this to up us was we were what when " +
    "where which who whose why will with you"
  ).split(" "),
);

/** Letters alone count: not case, accents or marks. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** `order_items` and `OrderItems` as a person writes them. */
export function spoken(name: string): string {
  const parted = name.replace(/[_\s]+/g, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  return parted === name ? name : parted.trim().toLocaleLowerCase();
}

export interface Piece {
  words: string;
  from: number;
}

/** The last words before the caret, the longest row of them first; none where no word is being typed. */
export function pieces(text: string, caret: number): Piece[] {
  const before = text.slice(0, caret);
  if (!/[\p{L}\p{N}]$/u.test(before) || /[\p{L}\p{N}]/u.test(text.charAt(caret))) return [];
  const starts = [...before.matchAll(/[^\s,;:!?()“”"]+/gu)].map((found) => found.index).slice(-WORDS);
  return starts
    .map((from) => ({ words: before.slice(from), from }))
    .filter(({ words }) => {
      const [first = "", ...others] = folded(words).split(" ");
      const letters = [first, ...others].join("").length;
      return letters >= LEAST && !SMALL.has(first);
    });
}

/** 2: it begins so; 1: one of its later words does; 0: neither, or there is nothing left to type. */
function fits(text: string, piece: string): number {
  const whole = folded(text);
  if (whole === piece) return 0;
  if (whole.startsWith(piece)) return 2;
  return whole.includes(` ${piece}`) ? 1 : 0;
}

/** Best first: what fits more of the typed words, then what begins with them, then as it came. */
export function offers(text: string, caret: number, known: readonly Named[]): Offer[] {
  const typed = pieces(text, caret).map((piece) => ({ ...piece, folded: folded(piece.words) }));
  const whole = folded(text.slice(0, caret));
  const found: { offer: Offer; worth: number }[] = [];
  const seen = new Set<string>();
  for (const one of known) {
    const key = `${one.kind}\u0000${one.kind === "question" || one.kind === "value" ? one.text : folded(one.text)}`;
    if (seen.has(key)) continue;
    if (one.kind === "question") {
      const fit =
        whole.replace(/ /g, "").length >= LEAST && caret === text.length ? fits(one.text, whole) : 0;
      if (fit === 0) continue;
      seen.add(key);
      found.push({ offer: { ...one, from: 0, to: text.length }, worth: fit });
      continue;
    }
    const hit = typed
      .map((piece, at) => ({
        piece,
        worth: (typed.length - at) * 2 + fits(one.text, piece.folded),
        fit: fits(one.text, piece.folded),
      }))
      .find(({ fit }) => fit > 0);
    if (!hit) continue;
    seen.add(key);
    found.push({ offer: { ...one, from: hit.piece.from, to: caret }, worth: hit.worth });
  }
  const ranked = ORDER.map((kind) =>
    found
      .filter(({ offer }) => offer.kind === kind)
      .sort((a, b) => b.worth - a.worth)
      .map(({ offer }) => offer),
  );
  const shares = ranked.map((list) => Math.min(list.length, EACH));
  // What one kind leaves free goes to the others in turn.
  for (let left = AT_MOST - shares.reduce((a, b) => a + b, 0); left > 0; ) {
    const before = left;
    for (const [at, list] of ranked.entries()) {
      const share = shares[at] ?? 0;
      if (left > 0 && share < list.length) {
        shares[at] = share + 1;
        left--;
      }
    }
    if (left === before) break;
  }
  return ranked.flatMap((list, at) => list.slice(0, shares[at])).slice(0, AT_MOST);
}

/** The text with the offer in it, and where the caret then is. */
export function taken(text: string, offer: Offer): { text: string; caret: number } {
  return {
    text: text.slice(0, offer.from) + offer.text + text.slice(offer.to),
    caret: offer.from + offer.text.length,
  };
}
