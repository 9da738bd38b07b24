import type { customerFilter } from "#workers/contract/endpoints/customers.ts";

/** Query parameters of the list's address, so that Back, a reload and a shared link show the same. */
export interface ListState {
  search: string;
  groups: string[];
  tags: string[];
  from: number;
}

/** The filter, without the page. */
export type Filter = Omit<ListState, "from"> & { [Name in keyof typeof customerFilter]?: unknown };

const MOST_IDS = 50;

export const listStateOf = (address: URLSearchParams): ListState => ({
  search: (address.get("q") ?? "").slice(0, 200),
  groups: idsOf(address, "group"),
  tags: idsOf(address, "label"),
  from: Math.min(Math.max(Math.floor(Number(address.get("from"))) || 0, 0), 10_000_000),
});

const idsOf = (address: URLSearchParams, param: string): string[] =>
  [...new Set(address.getAll(param))].filter((id) => id !== "" && id.length <= 64).slice(0, MOST_IDS);

export function addressOf({ search, groups, tags, from }: Partial<ListState>): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set("q", search);
  for (const id of groups ?? []) address.append("group", id);
  for (const id of tags ?? []) address.append("label", id);
  if (from) address.set("from", String(from));
  return address;
}

export const filterOf = ({ search, groups, tags }: ListState): Filter => ({ search, groups, tags });
export const isFiltered = ({ search, groups, tags }: Filter): boolean =>
  search !== "" || groups.length > 0 || tags.length > 0;
