import { and, gte, lt, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { broadcastRecipients } from "#db/tenant/broadcasts.ts";
import { channels } from "#db/tenant/channels.ts";
import { messages } from "#db/tenant/messages.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { givingTime } from "../messaging/time-to-send.ts";
import { senderNamed } from "../messaging/objects.ts";
import { findChannel, readAtTheEnd, readingChannel, thisChannel } from "./channel.ts";

/**
 * Pauses or resumes a channel, without a revision, so that no edit holds up a pause; of two at once one is recorded. Also
 * answers the numbers of senders that have claimed something: after a pause nobody else can call.
 */
export async function setPaused(
  ctx: Ctx,
  id: string,
  paused: boolean,
): Promise<{ channel: Channel; atWork: number[] }> {
  const { channel } = await findChannel(ctx, id);
  const state = paused ? "paused" : "active";
  const changes = sql`EXISTS (SELECT 1 FROM ${channels} WHERE ${thisChannel(ctx, id)} AND state <> ${state})`;
  const results = await ctx.db.batch([
    auditedIf(
      ctx,
      {
        action: paused ? "pause" : "resume",
        kind: "channel",
        object: channel,
        before: { state: paused ? "active" : "paused" },
        after: { state },
      },
      changes,
    ),
    ctx.db.update(channels).set({ state }).where(thisChannel(ctx, id)),
    union(claimersOf(ctx, messages, id), claimersOf(ctx, broadcastRecipients, id)),
    // A pause of the channel takes nothing of the time in which its broadcasts may be sent.
    ...(paused ? [] : [givingTime(ctx, sql`channel_id = ${id}`)]),
    ...readingChannel(ctx, id),
  ]);
  const [, , claimers] = results;
  return {
    channel: readAtTheEnd(results),
    atWork: claimers.flatMap(({ name }) => (name === null ? [] : [senderNamed(name).sender])),
  };
}

/** Senders of a channel that have claimed rows of a table. */
const claimersOf = ({ db }: Ctx, table: typeof messages | typeof broadcastRecipients, id: string) =>
  db
    .selectDistinct({ name: table.claimedBy })
    .from(table)
    .where(and(gte(table.claimedBy, `${id}:`), lt(table.claimedBy, `${id};`)));
