// A workload that the command line ran on Harbor Goods, as its folder holds it. `mock.workload` in the browser's store says
// what is wrong with the folder: "empty", "broken", "half" (its last state is not finished), "gone" (one query's file).
import type { Optimisation, Workload } from "../../contract";
import type { Backend } from "../backend";
import recorded from "./recorded/workload.json?raw";
import { problem } from "./saved";
import { wait } from "./wait";

interface Recorded {
  workload: Workload;
  /** By state and name. */
  queries: Record<string, Optimisation>;
}

const fault = () => localStorage.getItem("mock.workload");

export const workloads: Pick<Backend, "workload" | "workloadQuery"> = {
  workload: async (folder) => {
    await wait(60);
    const { workload }: Recorded = JSON.parse(recorded);
    const value = { ...workload, folder };
    if (fault() === "empty") return { ...value, overall: [], states: [] };
    if (fault() === "broken")
      throw problem(
        "bad_input",
        "“config.json” of this workload cannot be read.",
        "It was changed or only half copied. Run the workload once more, or bring the file back.",
      );
    if (fault() !== "half") return value;
    const states = value.states.map((state, n) => {
      if (n + 1 < value.states.length) return state;
      const waiting = state.entries.slice(2).map((entry) => entry.query_id);
      return { ...state, finished: false, entries: state.entries.slice(0, 2), waiting };
    });
    return { ...value, states };
  },
  workloadQuery: async (_folder, state, query) => {
    await wait(60);
    const { queries }: Recorded = JSON.parse(recorded);
    const found = queries[`${state}/${query}`];
    if (!found || fault() === "gone")
      throw problem("not_found", "This query is not in the folder any more.", "Open the workload once more.");
    return found;
  },
};
