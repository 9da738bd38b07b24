import { useEffect, useState } from "react";
import { call } from "#app/api.ts";
import { countCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Filter } from "./place.ts";

/**
 * How many match, counted only when somebody wants to know: counting a million takes longer than finding ten. The page
 * does not wait for it, and is the same without it. `round` is what changes when the list was read anew.
 */
export function useCount(filter: Filter, round: unknown, wanted: boolean): number | undefined {
  const key = JSON.stringify(filter);
  const [counted, setCounted] = useState<{ key: string; count: number }>();
  useEffect(() => {
    if (!wanted) return;
    const asked = new AbortController();
    call(countCustomers, { query: JSON.parse(key) as Filter, signal: asked.signal }).then(
      ({ count }) => setCounted({ key, count }),
      () => undefined,
    );
    return () => asked.abort();
  }, [key, round, wanted]);
  return wanted && counted?.key === key ? counted.count : undefined;
}
