import { useEffect, useState } from "react";
import { call } from "#app/data/api.ts";
import { countCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Filter } from "./list-state.ts";

/** Every list counts up to this many; counting a million takes a while and is done only on request. */
const COUNTED = 10_000;

/**
 * The number of matches, requested alongside the list: the page neither waits for it nor needs it. Undefined also when
 * there are very many, unless `all` asks for them. A change of `round` after an action counts again.
 */
export function useCount(filter: Filter, round: unknown, all: boolean): number | undefined {
  const key = JSON.stringify({ ...filter, ...(!all && { atMost: COUNTED }) });
  const [counted, setCounted] = useState<{ key: string; count: number | undefined }>();
  useEffect(() => {
    const asked = new AbortController();
    call(countCustomers, { query: JSON.parse(key) as Filter, signal: asked.signal }).then(
      ({ count, more }) => setCounted({ key, count: more ? undefined : count }),
      () => undefined,
    );
    return () => asked.abort();
  }, [key, round]);
  return counted?.key === key ? counted.count : undefined;
}
