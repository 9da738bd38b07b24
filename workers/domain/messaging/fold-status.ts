import type { InboundStatus, SeenEvent } from "#workers/contract/inbound.ts";
import { highest, type Status } from "#workers/contract/message.ts";
import type { Effects, StatusAfter } from "./effects.ts";
import { isStatus, type KnownState, seenKey } from "./lane-state.ts";

/**
 * The highest fact known counts, and each fact keeps its first time: any order of events ends alike. Answers null, or the id of the
 * message that it has to wait for.
 */
export function foldStatus(
  { vendorId, ownId, status, at, ...more }: InboundStatus,
  { messages }: Pick<KnownState, "messages">,
  effects: Effects,
  now: number,
): string | null {
  const row = (ownId && messages.get(ownId)) || (vendorId && messages.get(vendorId)) || undefined;
  if (!row) return ownId ?? vendorId ?? null;
  const after = effects.statuses.get(row.id) ?? {
    ...row,
    was: row,
    code: null,
    reason: null,
    category: null,
    billable: null,
    isBilledLate: false,
  };
  const known: Status = isStatus(after.status) ? after.status : "queued";
  const best = highest(known, status);
  const first = after.facts[status];
  const times: [number, number] = first ? [Math.min(first[0], at), first[1]] : [at, now];
  effects.statuses.set(row.id, {
    ...after,
    vendorId: after.vendorId ?? vendorId ?? null,
    status: best,
    facts: { ...after.facts, [status]: times },
    code: status === "failed" && best === "failed" ? (more.code ?? null) : after.code,
    reason: status === "failed" && best === "failed" ? (more.reason ?? null) : after.reason,
    ...billedBy(after, more, best !== status),
  });
  return null;
}

/** Somebody of whom we know no message has read none of ours. */
export function foldSeen(
  { from, until, at }: SeenEvent,
  known: Pick<KnownState, "messages" | "seen">,
  effects: Effects,
  now: number,
): void {
  const ids = from.addresses.flatMap((each) => known.seen.get(seenKey(each, until)) ?? []);
  for (const ownId of ids) foldStatus({ type: "status", ownId, status: "read", at }, known, effects, now);
}

/** The vendor's charge after one more status: the highest status that tells it counts, in whatever order they come. */
function billedBy(
  { category, billable, isBilledLate }: StatusAfter,
  told: Pick<InboundStatus, "category" | "billable">,
  isLate: boolean,
): Pick<StatusAfter, "category" | "billable" | "isBilledLate"> {
  const tells = told.category !== undefined || told.billable !== undefined;
  const isKnown = category !== null || billable !== null;
  if (!tells || (isKnown && isLate)) return { category, billable, isBilledLate };
  return {
    category: told.category ?? category,
    billable: told.billable ?? billable,
    isBilledLate: isLate,
  };
}
