import { useEffect, useState } from "react";
import { call } from "#app/api.ts";
import { countCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Filter } from "./place.ts";

/**
 * How many match, asked beside the list: the page does not wait for it, and is the same without it. `round` is what
 * changes when the list was read anew.
 */
export function useCount(filter: Filter, round: unknown): number | undefined {
  const key = JSON.stringify(filter);
  const [counted, setCounted] = useState<{ key: string; count: number }>();
  useEffect(() => {
    const asked = new AbortController();
    call(countCustomers, { query: JSON.parse(key) as Filter, signal: asked.signal }).then(
      ({ count }) => setCounted({ key, count }),
      () => undefined,
    );
    return () => asked.abort();
  }, [key, round]);
  return counted?.key === key ? counted.count : undefined;
}
