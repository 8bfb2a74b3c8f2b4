// How times are counted, kept in the browser's storage: "broken" cannot be read, and a fiscal year from December is not
// saved.
import type { Calendar } from "../../contract";
import type { Backend } from "../backend";
import { problem } from "./saved";
import { wait } from "./wait";

const KEY = "mock.calendar";

export function calendarVerbs(): Pick<Backend, "calendar" | "saveCalendar"> {
  return {
    calendar: async () => {
      await wait(20);
      const kept = localStorage.getItem(KEY);
      if (kept === "broken")
        throw problem(
          "lost",
          "The settings of times cannot be read.",
          "Save them anew. Until then years and weeks are those of the calendar.",
        );
      if (kept) return JSON.parse(kept) as Calendar;
      return { fiscal_start: 1, week_start: "monday", count_from: "today" };
    },
    saveCalendar: async (calendar) => {
      await wait(20);
      if (calendar.fiscal_start === 12)
        throw problem("lost", "There is no room left on the disk.", "Make room, then choose again.");
      localStorage.setItem(KEY, JSON.stringify(calendar));
      return calendar;
    },
  };
}
