import { type VisitorCalls, visitorName } from "#workers/contract/widget.ts";

/** The open tabs of a visitor. */
export const visitorOf = (
  { VISITOR }: { VISITOR: DurableObjectNamespace },
  channelId: string,
  visitorId: string,
): VisitorCalls & Fetcher =>
  VISITOR.get(VISITOR.idFromName(visitorName(channelId, visitorId))) as unknown as VisitorCalls & Fetcher;
