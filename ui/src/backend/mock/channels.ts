// An answer whose rows say more than its sentence.
import { bars, type Scenario } from "./contested";
import { resultOf } from "./results";

const channels = resultOf(
  [
    ["channel", "text"],
    ["orders", "integer"],
  ],
  [
    ["Web shop", 1_302],
    ["Sales rep", 394],
    ["Phone", 211],
    [null, 118],
    ["Trade fair", 75],
  ],
);

export const byChannel: Scenario = {
  words: [{ words: "orders", meaning: "the table orders", table: "orders", column: null, by: "name" }],
  queries: [
    {
      generator: "counting",
      sql: "SELECT channel, COUNT(*) AS orders FROM orders GROUP BY channel ORDER BY orders DESC",
      reading: "number of orders for each channel",
      belief: 0.9,
      cluster: "A",
      result: channels,
    },
  ],
  outcome: {
    winner: 0,
    answer: {
      sentence:
        "5 rows: number of orders for each channel. They go from 75 (Trade fair) to 1,302 (Web shop).",
      trust: "high",
      reasons: ["Only one query could be written."],
      steps: [
        ["Read the table orders.", null, 2_100, "orders"],
        ["Made a group for each channel.", 2_100, 5],
        ["Counted the rows of each group.", 5, 5],
      ],
      notes: [],
      chart: bars("Number of orders for each channel", channels, "channel", "orders", false),
      found: [
        {
          kind: "share",
          says: "Web shop makes up 62% of the total; the next, Sales rep, makes up 19%.",
          rests: "1,302 of 2,100, over 5 rows.",
          rows: [0],
        },
        { kind: "missing", says: "6% of the total has no channel.", rests: "118 of 2,100.", rows: [3] },
      ],
    },
  },
  why: "Only one query ran.",
};
