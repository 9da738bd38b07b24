interface Named {
  id: string;
  name: string;
}

/**
 * A view's query is that of the list's address: q, group and label. One that is gone since stays, as it does in the list: a view
 * must never reach more people than it shows. Names are found where they are shown.
 */
export function filterOf(query: string) {
  const address = new URLSearchParams(query);
  const among = (param: string): Named[] => address.getAll(param).map((id) => ({ id, name: "" }));
  return { search: address.get("q") ?? "", groups: among("group"), tags: among("label") };
}

/** Whether a view narrows by own fields, which audiences and reports cannot: without those conditions it is more people. */
export const hasConditions = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => /^(is|has|min|max)\../.test(name));
