import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { Comparison } from "#workers/contract/comparison.ts";
import type { ActivityRequest } from "#workers/contract/endpoints/activities.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { type Asked, askedIn, askedOf, columnsIn, refuseWrongMessage } from "../broadcasts/request.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import type { ActivityRow } from "./activity-row.ts";
import { retold } from "./retold.ts";

type Fields = Pick<ActivityRow, "request" | "fallback" | "comparison">;

/** Message B as the request of a broadcast: to the same people on the same channel. */
export const comparedAsBroadcast = (
  { message, columnMapping, trackClicks }: Comparison,
  request: ActivityRequest,
): BroadcastRequest => ({
  ...request,
  message,
  columnMapping,
  trackClicks,
  name: "",
  resourceId: "",
  resourceType: "",
});

/** Tells a problem at the comparison's own fields. */
export const atComparison = retold("comparison");

/** Reads what message B names, if any; invalid where something is not there, or nothing could be decided. */
export async function askedOfComparison(ctx: Ctx, fields: Fields): Promise<void> {
  const { comparison, request } = fields;
  if (!comparison) return;
  refuseBoth(fields);
  const asked = await askedOf(ctx, comparedAsBroadcast(comparison, request)).catch(atComparison);
  refuseUndecidable(comparison, request, asked);
}

/** Refuses a message B that cannot be sent as it is, by what it names. */
export function refuseComparison(fields: Fields, read: readonly D1Result[]): void {
  const { comparison, request } = fields;
  if (!comparison) return;
  refuseBoth(fields);
  const second = comparedAsBroadcast(comparison, request);
  try {
    const asked = askedIn(read, second);
    refuseWrongMessage(second, asked, columnsIn(second, asked));
    refuseUndecidable(comparison, request, asked);
  } catch (error) {
    atComparison(error);
  }
}

/** Whom a fallback follows would depend on which of three broadcasts somebody is in: it is the one or the other. */
function refuseBoth({ fallback }: Fields): void {
  if (fallback) throw wrong("comparison", texts.comparison.notBoth);
}

/** Refuses to decide by what nobody will ever tell. */
function refuseUndecidable(
  { by, trackClicks }: Comparison,
  request: ActivityRequest,
  { vendor, channelType }: Asked,
): void {
  const tells = adapterOf(vendor)?.capabilities(channelType).readReceipts ?? true;
  if (by === "read" && !tells) throw wrong("by", texts.comparison.noReads);
  if (by === "clicked" && !(trackClicks && request.trackClicks)) throw wrong("by", texts.comparison.noClicks);
}

const wrong = (field: string, message: string) => {
  const at = field === "comparison" ? field : `comparison.${field}`;
  return new DomainError("invalid", { message, errors: { [at]: message } });
};
