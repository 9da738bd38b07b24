import type { CustomerOrder, customerFilter } from "#workers/contract/endpoints/customers.ts";
import { conditionsIn, isId } from "#app/features/customers/field-conditions.ts";
import type { FieldFilter } from "#workers/contract/field-filter.ts";

/** Query parameters of the list's address, so that Back, a reload and a shared link show the same. */
export interface ListState {
  search: string;
  groups: string[];
  tags: string[];
  fields: FieldFilter[];
  from: number;
  order: CustomerOrder;
  /** Name of the opened view, whose filter may have been changed since; empty: none. */
  view: string;
}

/** The filter, without the page. */
export type Filter = Pick<ListState, "search" | "groups" | "tags" | "fields"> & {
  [Name in keyof typeof customerFilter]?: unknown;
};

export const everybody: Filter = { search: "", groups: [], tags: [], fields: [] };

const MOST_IDS = 50;
const LONGEST = 200;

export const listStateOf = (address: URLSearchParams): ListState => ({
  search: (address.get("q") ?? "").slice(0, LONGEST),
  groups: idsOf(address, "group"),
  tags: idsOf(address, "label"),
  fields: conditionsIn(address),
  from: Math.min(Math.max(Math.floor(Number(address.get("from"))) || 0, 0), 10_000_000),
  order: ORDERS.find((order) => order === address.get("sort")) ?? "newest",
  view: (address.get("view") ?? "").slice(0, 100),
});

const ORDERS: readonly CustomerOrder[] = ["oldest", "name", "nameDown"];

const idsOf = (address: URLSearchParams, param: string): string[] =>
  [...new Set(address.getAll(param))].filter(isId).slice(0, MOST_IDS);

export function addressOf({
  search,
  groups,
  tags,
  fields,
  from,
  order,
  view,
}: Partial<ListState>): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set("q", search);
  for (const id of groups ?? []) address.append("group", id);
  for (const id of tags ?? []) address.append("label", id);
  for (const condition of fields ?? []) {
    const { field } = condition;
    if (condition.is === "oneOf") {
      for (const value of condition.values)
        address.append(`${condition.several ? "has" : "is"}.${field}`, value);
    } else {
      if (condition.from !== null) address.set(`min.${field}`, String(condition.from));
      if (condition.to !== null) address.set(`max.${field}`, String(condition.to));
    }
  }
  if (order && order !== "newest") address.set("sort", order);
  if (view) address.set("view", view);
  if (from) address.set("from", String(from));
  return address;
}

export const filterOf = ({ search, groups, tags, fields }: ListState): Filter => ({
  search,
  groups,
  tags,
  fields,
});
export const isFiltered = ({ search, groups, tags, fields }: Filter): boolean =>
  search !== "" || groups.length + tags.length + fields.length > 0;
