// Numbers in little room: 1.2M on an axis, and with every digit where somebody reads them.
import { figures } from "./numbers";

/** "1.2M", "830", "0.05". Beside larger ones, of which `most` is the largest, as short as they: "5K" below "10K". */
export function compact(value: number, locale = figures(), most = 0): string {
  const size = value === 0 ? 0 : Math.max(Math.abs(value), most);
  if (size !== 0 && size < 1)
    return new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(value);
  return new Intl.NumberFormat(locale, {
    notation: size >= 10_000 ? "compact" : "standard",
    maximumFractionDigits: size >= 10_000 ? 1 : 2,
  }).format(value);
}

export function exactly(value: number, locale = figures()): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(value);
}
