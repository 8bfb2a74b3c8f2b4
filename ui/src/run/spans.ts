// Spans arrive as UTF-8 byte offsets; the screen cuts strings by UTF-16 units.
import type { Span } from "../contract";

/** The piece of a text, and the indexes of all marks that cover it. */
export interface Piece {
  text: string;
  marks: number[];
}

/** UTF-16 index for each byte offset that begins a character, plus the end. */
function unitsByByte(text: string): Map<number, number> {
  const units = new Map<number, number>();
  let bytes = 0;
  let unit = 0;
  for (const char of text) {
    units.set(bytes, unit);
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    unit += char.length;
  }
  units.set(bytes, unit);
  return units;
}

/** Cuts a text at the edges of all spans. A span that cuts a character or leaves the text is ignored. */
export function pieces(text: string, spans: readonly Span[]): Piece[] {
  const units = unitsByByte(text);
  const ranges = spans.map((span) => {
    const from = units.get(span.start);
    const to = units.get(span.end);
    return from === undefined || to === undefined || from >= to ? null : { from, to };
  });
  const edges = new Set([0, text.length]);
  for (const range of ranges) {
    if (range) edges.add(range.from).add(range.to);
  }
  const cuts = [...edges].sort((a, b) => a - b);
  const out: Piece[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const from = cuts[i] ?? 0;
    const to = cuts[i + 1] ?? text.length;
    const marks = ranges.flatMap((r, n) => (r && r.from <= from && to <= r.to ? [n] : []));
    out.push({ text: text.slice(from, to), marks });
  }
  return out;
}

/** The words under the spans, in their order and each once; a span that `pieces` ignores has none. */
export function wordsUnder(text: string, spans: readonly Span[]): string[] {
  const units = unitsByByte(text);
  const words = spans.map((span) => {
    const from = units.get(span.start);
    const to = units.get(span.end);
    return from === undefined || to === undefined ? "" : text.slice(from, to).trim();
  });
  return [...new Set(words)].filter((word) => word !== "");
}
