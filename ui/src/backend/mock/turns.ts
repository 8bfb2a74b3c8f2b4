// Conversations of the mock: what goes on from what, small talk, and questions back.
import type { Choice, Follow, Reply, RunSummary, Thread } from "../../contract";
import { wait } from "./wait";

/** Where a run stands in its conversation. */
export interface Turn {
  thread?: string;
  follows?: string | null;
  anyway?: boolean;
}

/** How a turn begins that goes on from the one before. */
const GOING_ON = /^(and|only|how about|what about|by|as a|the \d)\b/i;

export function follow(question: string, before: RunSummary | undefined): Follow | null {
  if (!before || !GOING_ON.test(question)) return null;
  return {
    run: before.run,
    question: before.question,
    said: question,
    takes: /^(only|by|as)\b/i.test(question) ? ["country is 'France'"] : [],
    queries: [],
  };
}

/** What a turn says in full. */
export function inFull(question: string, follows: Follow | null): string {
  if (!follows) return question;
  const place = / in \w+\??$/;
  const other = question.match(/\bin \w+/)?.[0];
  if (other && place.test(follows.question)) return follows.question.replace(place, ` ${other}?`);
  const rest = question.replace(GOING_ON, (lead) => (/^(by|as|the)/i.test(lead) ? lead : "")).trim();
  return `${follows.question.replace(/[?.!]+$/, "")} ${rest}`.replace(/([^?])$/, "$1?").replace(/\?\?$/, "?");
}

export function reply(question: string, anyway: boolean): Reply | null {
  if (/^(thanks|thank you|hello)\b[^a-z]*$/i.test(question))
    return { message: "You are welcome. Ask on, whenever you like.", choices: [], anyway: null };
  const defines = anyway ? null : question.match(/^by (\w+) i mean (.+?)\.?$/i);
  if (defines?.[1] && defines[2])
    return {
      message: `“${defines[1]}” would mean 9 of the customers. Keep it, and it is used from now on.`,
      choices: [],
      anyway: null,
      defines: {
        term: {
          name: defines[1],
          definition: defines[2],
          meaning: { kind: "filter", table: "customers", sql: "country = 'France'" },
        },
        sql: "SELECT COUNT(*) FROM customers WHERE country = 'France'",
        rows: { count: 9, exact: true },
      },
    };
  if (anyway || !/^who is the best/i.test(question)) return null;
  const by = (label: string): Choice => ({
    label: `by ${label}`,
    question: `Which customer has the highest ${label}?`,
  });
  return {
    message: "The best by what? This database does not say what makes a customer the best.",
    choices: [by("credit limit"), by("total quantity")],
    anyway: question,
  };
}

export function conversations(
  history: Map<string, RunSummary[]>,
  told: (run: RunSummary) => RunSummary,
  forget: (run: string) => void,
) {
  const titles = new Map<string, string>();
  return {
    /** The thread of a new run: the one that it goes on with, or a branch of its own. */
    threadOf(id: string, run: string, after: string | null): string {
      const all = history.get(id) ?? [];
      const before = all.find((r) => r.run === after);
      const last = all.find((r) => r.thread === before?.thread);
      return before && last?.run === before.run ? before.thread : run;
    },
    backend: {
      threads: async (id: string): Promise<Thread[]> => {
        await wait(20);
        const all = history.get(id) ?? [];
        return [...new Set(all.map((r) => r.thread))].map((thread) => {
          const runs = chain(
            all,
            all.find((r) => r.thread === thread),
          );
          const own = runs.find((r) => r.thread === thread);
          return { thread, title: titles.get(thread) || (own?.question ?? ""), runs: runs.map(told) };
        });
      },
      renameThread: async (thread: string, title: string) => {
        await wait(20);
        titles.set(thread, title.trim());
      },
      deleteThread: async (thread: string) => {
        await wait(20);
        for (const [id, list] of history) {
          for (const r of list.filter((r) => r.thread === thread)) forget(r.run);
          history.set(
            id,
            list.filter((r) => r.thread !== thread),
          );
        }
      },
      followUps: async (): Promise<Choice[]> => {
        await wait(20);
        return ["by month", "only Germany", "as a share"].map((label) => ({ label, question: label }));
      },
    },
  };
}

function chain(all: RunSummary[], last: RunSummary | undefined): RunSummary[] {
  const out: RunSummary[] = [];
  for (let at = last; at; at = all.find((r) => r.run === out[0]?.follows)) out.unshift(at);
  return out;
}
