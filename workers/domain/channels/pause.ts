import { sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { senderNamed } from "../messaging/objects.ts";
import { findChannel, readAtTheEnd, readingChannel, thisChannel } from "./channel.ts";

const CLAIMERS = `SELECT DISTINCT claimed_by AS name FROM messages WHERE claimed_by >= ?1 || ':' AND claimed_by < ?1 || ';'`;

/** Numbers of the channel's senders that have claimed something: after a pause nobody else can call. */
export async function sendersAtWork({ db }: Pick<Ctx, "db">, id: string): Promise<number[]> {
  const { results } = await db.$client.prepare(CLAIMERS).bind(id).all<{ name: string }>();
  return results.map(({ name }) => senderNamed(name).sender);
}

/**
 * Pauses or resumes a channel. It never asks for a revision, so that an edit by somebody else cannot hold up a pause;
 * an edit does not touch the state. Of two at once one is recorded.
 */
export async function setPaused(ctx: Ctx, id: string, paused: boolean): Promise<Channel> {
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
    ...readingChannel(ctx, id),
  ]);
  return readAtTheEnd(results);
}
