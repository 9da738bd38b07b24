import { eq, sql } from "drizzle-orm";
import { sendingStops } from "#db/tenant/sending.ts";
import type { Sending } from "#workers/contract/endpoints/sending.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";

/** Whether the enterprise has stopped everything that leaves, since when and why. */
export async function sendingState({ db, enterpriseId }: Ctx): Promise<Sending> {
  const [row] = await db
    .select()
    .from(sendingStops)
    .where(eq(sendingStops.enterpriseId, enterpriseId))
    .limit(1);
  return { stopped: row ? { reason: row.reason, by: row.by, at: new Date(row.at).toISOString() } : null };
}

/**
 * Stops everything that leaves the enterprise's channels, or lets it go on. What was claimed before is called within a
 * second; no claim is made after the commit. Of two at once one is recorded, and the first one's reason stays.
 */
export async function setSending(ctx: Ctx, stop: { reason: string } | null): Promise<Sending> {
  const { db, enterpriseId, actor, now } = ctx;
  const theirs = eq(sendingStops.enterpriseId, enterpriseId);
  const stopped = sql`EXISTS (SELECT 1 FROM ${sendingStops} WHERE ${theirs})`;
  const object = { id: enterpriseId, name: "" };
  await db.batch([
    auditedIf(
      ctx,
      { action: stop ? "pause" : "resume", kind: "sending", object, after: stop },
      stop ? sql`NOT ${stopped}` : stopped,
    ),
    stop
      ? db
          .insert(sendingStops)
          .values({ enterpriseId, reason: stop.reason, by: actor.name, at: now() })
          .onConflictDoNothing()
      : db.delete(sendingStops).where(theirs),
  ]);
  return sendingState(ctx);
}

const CHANNELS = `SELECT id FROM channels WHERE enterprise_id = ?1`;

/** The enterprise's channels, whose senders are woken when sending goes on. */
export async function channelsOf({ db, enterpriseId }: Ctx): Promise<string[]> {
  const { results } = await db.$client.prepare(CHANNELS).bind(enterpriseId).all<{ id: string }>();
  return results.map(({ id }) => id);
}
