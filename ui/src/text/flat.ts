// Messages as a list of keys and texts, for the tests that compare languages.
export type Tree = { [key: string]: string | Tree };

export function flat(tree: Tree, at = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[at + key, value] as [string, string]] : flat(value, `${at}${key}.`),
  );
}
