import { conditionsIn } from "#app/features/customers/field-conditions.ts";

interface Named {
  id: string;
  name: string;
}

/**
 * A view's query is that of the list's address: q, group, label and conditions on own fields. One that is gone since stays, as it does
 * in the list: a view must never reach more people than it shows. Names are found where they are shown.
 */
export function filterOf(query: string) {
  const address = new URLSearchParams(query);
  const among = (param: string): Named[] => address.getAll(param).map((id) => ({ id, name: "" }));
  return {
    search: address.get("q") ?? "",
    groups: among("group"),
    tags: among("label"),
    fields: conditionsIn(address),
  };
}

/** Whether a view narrows by own fields, which reports cannot: without those conditions it is more people. */
export const hasConditions = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => /^(is|has|min|max)\../.test(name));
