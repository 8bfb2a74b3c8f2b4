// Descriptions in the browser's program: a person's own, and those of a file of one customers table.
import type { Brought } from "../../contract";
import type { Backend } from "../backend";
import type { Known } from "./known";
import { problem } from "./saved";
import { wait } from "./wait";

type Verbs = Pick<
  Backend,
  "describe" | "decideKey" | "previewDescriptions" | "importDescriptions" | "undoImport"
>;

const BROUGHT: Brought = {
  found: [
    {
      table: "customers",
      column: null,
      words: { short: "Shops that buy from us", long: "Shops that buy from us, one row for each branch." },
      own: null,
    },
    {
      table: "customers",
      column: "country",
      words: { short: "Where the branch pays its taxes", long: "Where the branch pays its taxes." },
      own: null,
    },
  ],
  unknown: ["customers.loyalty_tier", "wholesalers"],
  unread: ["orders.status: its words stand in another file: {{ doc('status') }}"],
  silent: 3,
};

export function describing(knownOf: (id: string) => Promise<Known>): Verbs {
  const said = async (id: string, words: boolean) => {
    const known = await knownOf(id);
    for (const one of BROUGHT.found) known.describe(one.table, one.column, words ? one.words : null);
  };
  return {
    describe: async (id, table, column, words) => (await knownOf(id)).describe(table, column, words),
    decideKey: async (id, table, key, decision) => (await knownOf(id)).decide(table, key, decision),
    previewDescriptions: async (_, paths) => {
      await wait(60);
      if (paths.some((path) => path.includes("recipe")))
        throw problem(
          "bad_input",
          `${paths[0]} holds no descriptions that can be read.`,
          "Its first row needs the names table, column and description.",
        );
      return structuredClone(BROUGHT);
    },
    importDescriptions: async (id) => {
      await wait(60);
      await said(id, true);
      return structuredClone(BROUGHT);
    },
    undoImport: async (id) => {
      await said(id, false);
      return BROUGHT.found.length;
    },
  };
}
