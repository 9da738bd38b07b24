import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { broadcastRecipients, broadcasts } from "#db/tenant/broadcasts.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { castOf } from "#workers/contract/recipient-ids.ts";
import { channels } from "#db/tenant/channels.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { openingJob } from "../jobs/open.ts";
import { guardRevision, unlessStale } from "../revision.ts";
import { dropSecretsOf } from "../secrets/secret.ts";
import { findChannel, thisChannel } from "./channel.ts";

/** Deletes a channel with its secrets, and the phones of a simulator. */
export async function removeChannel(ctx: Ctx, id: string): Promise<{ name: string }> {
  const { channel } = await findChannel(ctx, id);
  const { name, type, vendor, contactId } = channel;
  await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, channels, id, channel.revision),
      dropSecretsOf(ctx, { kind: "channel", id }),
      ctx.db.delete(channels).where(thisChannel(ctx, id)),
      ...endingBroadcasts(ctx, id),
      ...(vendor === vendorCodes.simulator
        ? [
            openingJob(ctx, {
              kind: "simulator.forget",
              subject: id,
              payload: { channels: [id], phones: null },
            }),
          ]
        : []),
      audited(ctx, {
        action: "delete",
        kind: "channel",
        object: channel,
        before: { name, type, vendor, contactId, ...channel.settings },
      }),
    ]),
    async () => (await findChannel(ctx, id)).channel,
  );
  return { name };
}

/** Statements that end the broadcasts of a channel: nobody who waits is called any more, and each is accounted for. */
function endingBroadcasts({ db, enterpriseId, now }: Ctx, channelId: string) {
  const open = and(
    eq(broadcasts.enterpriseId, enterpriseId),
    eq(broadcasts.channelId, channelId),
    isNull(broadcasts.endedAt),
  );
  const theirs = db
    .select({ cast: sql`${sql.raw(castOf("id"))}` })
    .from(broadcasts)
    .where(open);
  return [
    db
      .update(broadcastRecipients)
      .set({
        // A sender may be calling a claimed one just now.
        status: sql`CASE WHEN ${broadcastRecipients.claimedBy} IS NULL THEN 'cancelled' ELSE 'unknown' END`,
        code: sql`CASE WHEN ${broadcastRecipients.claimedBy} IS NULL THEN 'cancelled' END`,
        claimedBy: null,
      })
      .where(
        and(
          eq(broadcastRecipients.enterpriseId, enterpriseId),
          eq(broadcastRecipients.status, "queued"),
          inArray(sql`${sql.raw(castOf("broadcast_recipients.id"))}`, theirs),
        ),
      ),
    db
      .update(broadcasts)
      .set({
        state: "failed",
        reason: broadcastsTexts.channelDeleted,
        endedAt: now(),
        revision: sql`${broadcasts.revision} + 1`,
        updatedAt: now(),
      })
      .where(open),
  ] as const;
}
