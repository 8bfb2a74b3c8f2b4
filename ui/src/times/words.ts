// The words for ways of counting time.
import type { CountFrom, WeekStart } from "../contract";

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export const WEEKS: readonly { value: WeekStart; name: string; says: string }[] = [
  { value: "monday", name: "Monday", says: "The international standard." },
  { value: "sunday", name: "Sunday", says: "“This week” then begins with Sunday." },
  { value: "saturday", name: "Saturday", says: "“This week” then begins with Saturday." },
];

export const COUNTS: readonly { value: CountFrom; name: string; says: string }[] = [
  {
    value: "today",
    name: "Today",
    says: "Where the data ends earlier, the answer says on which day it ends.",
  },
  {
    value: "data_end",
    name: "The last day in the data, where it ends earlier",
    says: "For copies that are no longer filled: “last month” is then the last whole month before that day.",
  },
];

/** What the choice means, with an example. */
export function fiscalWords(month: number): string {
  if (month === 1) return "The fiscal year is the calendar year.";
  const first = MONTHS[month - 1];
  const last = MONTHS[month - 2];
  return `Named after the year it ends in: FY2025 is ${first} 2024 to ${last} 2025.`;
}
