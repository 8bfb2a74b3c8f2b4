// A message with marks in it, "Kept <b>{{name}}</b>.", with an element for each mark. Values come in after the marks are read, so that
// a name such as "<b>" stays a name; a library that would do it weighs as much as three rooms' messages.
import { cloneElement, Fragment, type ReactElement, type ReactNode } from "react";
import type { ParseKeys } from "i18next";
import { t } from ".";

interface Props {
  i18nKey: ParseKeys;
  values?: Record<string, string | number | undefined>;
  count?: number;
  components: Record<string, ReactElement>;
}

/** Stand where texts will, in characters that no text has. */
const OPEN = "\uE000";
const CLOSE = "\uE001";
const MARK = /<(\/?)(\w+)(\/?)>/g;
const SLOT = new RegExp(`${OPEN}(\\w+)${CLOSE}`, "g");

export function Trans({ i18nKey, values = {}, count, components }: Props) {
  const held = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? `${OPEN}${name}${CLOSE}` : value,
    ]),
  );
  const told = t(i18nKey as "common.save", count === undefined ? held : { ...held, count });
  const fill = (text: string) => text.replace(SLOT, (_, name: string) => String(values[name] ?? ""));
  return <>{parsed(told, fill, components)}</>;
}

function parsed(
  told: string,
  fill: (text: string) => string,
  components: Record<string, ReactElement>,
): ReactNode[] {
  const open: { name: string; inside: ReactNode[] }[] = [{ name: "", inside: [] }];
  const put = (node: ReactNode) => open[open.length - 1]?.inside.push(node);
  let from = 0;
  for (const found of told.matchAll(MARK)) {
    const [whole, closing, name = "", alone] = found;
    const element = components[name];
    if (element === undefined) continue;
    if (found.index > from) put(fill(told.slice(from, found.index)));
    from = found.index + whole.length;
    const key = found.index;
    if (alone) put(cloneElement(element, { key }));
    else if (!closing) open.push({ name, inside: [] });
    else if (open.length > 1 && open[open.length - 1]?.name === name) {
      const inside = open.pop()?.inside ?? [];
      put(cloneElement(element, { key }, ...inside));
    }
  }
  if (from < told.length) put(fill(told.slice(from)));
  // A mark that is never closed marks nothing.
  return open.flatMap(({ inside }, depth) =>
    inside.map((node, at) => <Fragment key={`${depth}.${at}`}>{node}</Fragment>),
  );
}
