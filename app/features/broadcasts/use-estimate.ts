import { useMemo } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import type { validateBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";
import type { validateActivity } from "#workers/contract/endpoints/activity-estimate.ts";

/** The specification's time for binding (customer-master.md 9). */
const BIND_MS = 1_000;

/** Estimates how many people a form would reach and how it reads, once it has been left alone for a second. */
export function useEstimateOf<E extends typeof validateBroadcast | typeof validateActivity>(
  endpoint: E,
  asked: object | undefined,
) {
  const digest = asked ? JSON.stringify(asked) : "";
  const settled = useSettled(digest, BIND_MS);
  const body = useMemo(() => (settled === "" ? undefined : (JSON.parse(settled) as object)), [settled]);
  const { answer, failure, asking, reload } = useQueryOf(endpoint, { body: body ?? asked } as CallOf<E>, {
    enabled: body !== undefined,
    keepsLast: true,
  });
  return {
    estimate: asked && body ? answer : undefined,
    failure: body ? failure : undefined,
    /** True while the shown estimate is of a form that has changed since. */
    asking: asked !== undefined && (asking || settled !== digest),
    reload,
  };
}
