import { useMemo } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { type BroadcastRequest, validateBroadcast } from "#workers/contract/endpoints/broadcasts.ts";

/** The specification's time for binding (customer-master.md 9). */
const BIND_MS = 1_000;

/** Whom the broadcast would reach and how it reads, asked for once the form has been left alone for a second. */
export function useEstimate(request: BroadcastRequest | undefined) {
  const digest = request ? JSON.stringify(request) : "";
  const settled = useSettled(digest, BIND_MS);
  const body = useMemo(
    () => (settled === "" ? undefined : (JSON.parse(settled) as BroadcastRequest)),
    [settled],
  );
  const { answer, failure, asking, reload } = useQueryOf(
    validateBroadcast,
    { body: body ?? (request as BroadcastRequest) },
    { enabled: body !== undefined, keepsLast: true },
  );
  return {
    estimate: request && body ? answer : undefined,
    failure: body ? failure : undefined,
    /** What is shown is of a form that has changed since. */
    asking: request !== undefined && (asking || settled !== digest),
    reload,
  };
}
