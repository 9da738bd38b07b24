import { eq, sql } from "drizzle-orm";
import { sendingStops } from "#db/tenant/sending.ts";
import type { Sending } from "#workers/contract/endpoints/sending.ts";
import { auditedIf } from "../audit.ts";
import { iso, type Ctx } from "../ctx.ts";
import { givingTime } from "./time-to-send.ts";

/** Whether the enterprise has stopped everything that leaves, since when and why. */
export async function sendingState(ctx: Ctx): Promise<Sending> {
  const [row] = await reading(ctx);
  return onWire(row);
}

const reading = ({ db, enterpriseId }: Ctx) =>
  db.select().from(sendingStops).where(eq(sendingStops.enterpriseId, enterpriseId)).limit(1);

const onWire = (row: typeof sendingStops.$inferSelect | undefined): Sending => ({
  stopped: row ? { reason: row.reason, by: row.by, at: iso(row.at) } : null,
});

/**
 * Stops everything that leaves the enterprise's channels, or lets it go on. Messages claimed before are called within a
 * second; no claim is made after the commit. Of two at once one is recorded, and the first one's reason stays.
 */
export async function setSending(ctx: Ctx, stop: { reason: string } | null): Promise<Sending> {
  const { db, enterpriseId, actor, now } = ctx;
  const theirs = eq(sendingStops.enterpriseId, enterpriseId);
  const stopped = sql`EXISTS (SELECT 1 FROM ${sendingStops} WHERE ${theirs})`;
  const object = { id: enterpriseId, name: "" };
  const [, , , [row]] = await db.batch([
    // A stop takes nothing of the time in which broadcasts may be sent.
    givingTime(ctx, stop ? sql`false` : stopped),
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
    reading(ctx),
  ]);
  return onWire(row);
}

const CHANNELS = `SELECT id FROM channels WHERE enterprise_id = ?1`;

/** The enterprise's channels, whose senders are woken when sending goes on. */
export async function channelsOf({ db, enterpriseId }: Ctx): Promise<string[]> {
  const { results } = await db.$client.prepare(CHANNELS).bind(enterpriseId).all<{ id: string }>();
  return results.map(({ id }) => id);
}
