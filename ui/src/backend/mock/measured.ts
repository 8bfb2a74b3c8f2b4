// Measuring on a person's own questions: the first one comes out wrong the first time, the second one ever after.
import type { Measured, Measurement } from "../../contract";
import type { Backend } from "../backend";
import { problem } from "./saved";
import { wait } from "./wait";

/** For pictures: questions of a person who has asked for weeks. */
const OWN = [
  "How many orders came from Germany last year?",
  "Which carrier is late most often?",
  "What do we earn on each product line?",
  "Who are our best customers?",
  "How many parcels were returned in March, and why?",
  "Average days from order to delivery by country",
  "Which employees look after more than 20 customers?",
  "What share of orders is paid late?",
];

const SQL =
  "SELECT carrier, COUNT(*) AS late FROM shipments WHERE delivered_on > promised_on GROUP BY carrier ORDER BY late DESC LIMIT 1";

/** Wilson's bounds, as the engine works them out. */
const bounds = (right: number, of: number) => {
  const [z, p] = [1.96, right / of];
  const centre = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  const all = 1 + (z * z) / of;
  return { low: (centre - spread) / all, high: (centre + spread) / all };
};

export function measuring(
  right: Map<string, string>,
  stopped: Set<string>,
  beat: number,
): Pick<Backend, "measured" | "measure"> {
  const kept: Measurement[] = [];
  const own = () => (localStorage.getItem("mock.measured") === null ? [...right.keys()] : OWN);
  const told = (): Measured => {
    const [latest, before] = [kept.at(-1) ?? null, kept.at(-2) ?? null];
    const was = (text: string) => before?.questions.find((q) => q.question === text)?.right;
    const turned = (to: boolean) =>
      (latest?.questions ?? [])
        .filter((q) => q.right === to && was(q.question) === !to)
        .map((q) => q.question);
    return {
      ready: own().length,
      latest,
      before,
      difference: before && {
        won: turned(true),
        lost: turned(false),
        both: before.questions.length,
        chance: 1,
      },
    };
  };
  return {
    measured: async () => {
      await wait(20);
      return structuredClone(told());
    },
    measure: async (_, run, onProgress) => {
      const asked = own();
      if (asked.length === 0)
        throw problem(
          "bad_input",
          "There is no question of yours to measure with yet.",
          "Ask some, and say under each right answer that it is right.",
        );
      const wrong = kept.length === 0 ? 0 : 1;
      const questions: Measurement["questions"] = [];
      for (const [at, question] of asked.entries()) {
        onProgress({ done: at, of: asked.length, right: questions.filter((q) => q.right).length });
        await wait(beat * 20);
        if (stopped.delete(run)) throw problem("cancelled", "Stopped.");
        const isRight = at !== wrong;
        questions.push({
          question,
          right: isRight,
          says: isRight ? "" : "The answer is another one.",
          sql: isRight ? (right.get(question) ?? "SELECT 1") : SQL,
        });
      }
      const count = questions.filter((q) => q.right).length;
      kept.push({
        at: Date.UTC(2026, 10, 21 + kept.length, 9, 12),
        models: [],
        questions,
        right: count,
        of: questions.length,
        ...bounds(count, questions.length),
        calls: 0,
        dollars: 0,
        seconds: 0.9 * questions.length,
      });
      return structuredClone(told());
    },
  };
}
