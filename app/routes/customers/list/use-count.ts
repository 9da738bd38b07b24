import { useQueryOf } from "#app/data/query.ts";
import { countCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Filter } from "./list-state.ts";

/** Every list counts up to this many; counting a million takes a while and is done only on request. */
const COUNTED = 10_000;

/**
 * The number of matches, requested alongside the list: the page neither waits for it nor needs it. Undefined also when
 * there are very many, unless `all` asks for them.
 */
export function useCount(filter: Filter, all: boolean): number | undefined {
  const { answer } = useQueryOf(countCustomers, { query: { ...filter, ...(!all && { atMost: COUNTED }) } });
  return answer?.more ? undefined : answer?.count;
}
