import { campaignsTexts as texts } from "#texts/campaigns.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { Fallback } from "#workers/contract/fallback.ts";
import { type Asked, askedIn, askedOf, refuseWrongMessage } from "../broadcasts/request.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { retold } from "./retold.ts";

/** A fallback as the request of a broadcast; its recipients are those of the run. */
export const fallbackAsBroadcast = ({ after: _, ...message }: Fallback): BroadcastRequest => ({
  ...message,
  name: "",
  phoneNumber: [],
  audience: { filter: null, customerIds: [], file: null },
  resourceId: "",
  resourceType: "",
});

/** Tells a problem at the fallback's own fields. */
export const atFallback = retold("fallback");

/** Reads what an activity's fallback names, if any; invalid where something is not there, or is the first channel. */
export async function askedOfFallback(
  ctx: Ctx,
  fallback: Fallback | null,
  firstChannel: string,
): Promise<Asked | null> {
  if (!fallback) return null;
  refuseSame(fallback, firstChannel);
  return askedOf(ctx, fallbackAsBroadcast(fallback)).catch(atFallback);
}

/** Refuses a fallback that cannot be sent as it is, by what it names; columns of the run's data file can fill its variables. */
export function refuseFallback(
  fallback: Fallback,
  firstChannel: string,
  read: readonly D1Result[],
  ofRows: readonly string[],
): void {
  refuseSame(fallback, firstChannel);
  const request = fallbackAsBroadcast(fallback);
  try {
    refuseWrongMessage(request, askedIn(read, request), ofRows);
  } catch (error) {
    atFallback(error);
  }
}

function refuseSame({ channelId }: Fallback, firstChannel: string): void {
  if (channelId !== firstChannel) return;
  const message = texts.fallbackSame;
  throw new DomainError("invalid", { message, errors: { "fallback.channelId": message } });
}
