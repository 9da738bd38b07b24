import { useEffect, useState } from "react";
import { call } from "#app/api.ts";
import { countCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Filter } from "./place.ts";

/** So many are counted beside every list; to count all of a million takes a while, and is done when somebody asks. */
const COUNTED = 10_000;

/**
 * How many match, asked beside the list: the page does not wait for it, and is the same without it. Undefined also when
 * there are very many, unless `all` asks for them. `round` changes when something was done to the customers.
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
