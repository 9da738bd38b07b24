import { tenantDatabase } from "#db/client.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { tell } from "#workers/domain/live-events/keep.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import type { HandlerContext } from "./mount.ts";

/** Tells colleagues and lets the answer go at once; the sweeper would see to both otherwise. */
export function tellAndSend(
  { c, session }: HandlerContext,
  { kept, sendBy: channelId }: { kept: readonly KeptRow[]; sendBy: string | null },
): void {
  const { id: enterpriseId, database } = session.enterprise;
  const told = tell({ db: tenantDatabase(c.env, database), enterpriseId }, hubOf(c.env, enterpriseId), kept);
  const place = channelId !== null && { database, enterpriseId, channelId };
  const sent = place && senderOf(c.env, place).wake(place);
  c.executionCtx.waitUntil(Promise.allSettled([told, sent]));
}
