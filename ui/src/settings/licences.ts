// The list that `make licences` writes; it is large, so it comes when somebody looks.
export interface Licensed {
  name: string;
  version: string;
  licence: string;
}

export async function listed(): Promise<Licensed[]> {
  const { default: list } = await import("./licences.json");
  return list.map(([name = "", version = "", licence = ""]) => ({ name, version, licence }));
}
