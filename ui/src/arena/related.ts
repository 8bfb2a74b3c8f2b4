// What belongs together: the thing pointed at, what it came from and what it led to.
import { bubbleKey } from "./layout";
import type { Scene } from "./scene";

/** Something in the arena that can be pressed. */
export interface Thing {
  is: "word" | "match" | "attempt" | "result" | "duel" | "end" | "column";
  id: string;
  /** Of two results side by side, the one that is not the leading one. */
  beside?: string;
}

export const keyOf = ({ is, id }: Thing): string =>
  is === "result" ? bubbleKey(id) : is === "duel" ? `duel ${id}` : is === "column" ? `column ${id}` : id;

export const sameThing = (a: Thing | null, b: Thing | null) =>
  a === b || (a !== null && b !== null && a.is === b.is && a.id === b.id && a.beside === b.beside);

/** The keys of all that belongs to it; `null`: nothing is set apart. */
export function related(scene: Scene, thing: Thing | null): Set<string> | null {
  if (thing === null || thing.is === "column") return null;
  const out = new Set([keyOf(thing)]);
  const attempts = attemptsOf(scene, thing);
  for (const id of attempts) {
    const attempt = scene.attempts.find((a) => a.id === id);
    if (!attempt) continue;
    out.add(id);
    if (attempt.result !== null) out.add(bubbleKey(attempt.result));
    // Of many attempts it would be all the words.
    if (thing.is === "attempt") {
      for (const match of scene.matches.filter((m) => attempt.uses.includes(m.id))) {
        out.add(match.id);
        for (const word of match.words) out.add(word);
      }
    }
  }
  if (thing.is === "word")
    for (const match of scene.matches) if (match.words.includes(thing.id)) out.add(match.id);
  if (thing.is === "match")
    for (const word of scene.matches.find((m) => m.id === thing.id)?.words ?? []) out.add(word);
  if (thing.is === "duel") {
    out.add(bubbleKey(thing.id));
    out.add(bubbleKey(scene.leader));
  }
  if (thing.is === "end") out.add(bubbleKey(scene.leader));
  if (scene.leader !== null && (out.has(bubbleKey(scene.leader)) || thing.is === "end")) out.add("end");
  return out;
}

function attemptsOf(scene: Scene, thing: Thing): string[] {
  const using = (match: string) => scene.attempts.filter((a) => a.uses.includes(match)).map((a) => a.id);
  const members = (id: string | null) => scene.results.find((r) => r.id === id)?.members ?? [];
  switch (thing.is) {
    case "attempt":
      return [thing.id];
    case "match":
      return using(thing.id);
    case "word":
      return scene.matches.filter((m) => m.words.includes(thing.id)).flatMap((m) => using(m.id));
    case "result":
      return members(thing.id);
    case "duel":
      return [...members(thing.id), ...members(scene.leader)];
    case "end":
      return members(scene.leader);
    case "column":
      return [];
  }
}
