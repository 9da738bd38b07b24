import { and, eq, lte, sql } from "drizzle-orm";
import { downloadSlots } from "#db/tenant/download-slots.ts";
import { DomainError } from "./error.ts";
import type { Ctx } from "./ctx.ts";

/** Large downloads of one kind that an enterprise may have going at once. */
const MOST = 2;
/** A reader that has stalled for this long no longer blocks others: it costs nothing either. */
const HELD_MS = 60_000;
const RENEW_MS = 20_000;

/**
 * Limits large downloads: an enterprise has at most a few of a kind at once; downloadsFull for a further one. Its place
 * is free again when it ends, fails, is cancelled, or stalls for a minute.
 */
export async function inDownloadSlot(
  ctx: Ctx,
  kind:
    | "customers"
    | "personalData"
    | "auditTrail"
    | "conversations"
    | "chats"
    | "blacklist"
    | "campaignReport"
    | "messages"
    | "payments"
    | "enterprise",
  begin: () => Promise<ReadableStream<Uint8Array>> | ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { now } = ctx;
  const id = await takeSlot(ctx, kind);
  const leave = () => leaveSlot(ctx, id);
  let renewed = now();
  try {
    const reader = (await begin()).getReader();
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done && now() - renewed > RENEW_MS) {
            renewed = now();
            await renewSlot(ctx, id);
          }
          if (!done) return controller.enqueue(value);
          await leave();
          controller.close();
        } catch (error) {
          await leave();
          throw error;
        }
      },
      async cancel(reason) {
        await reader.cancel(reason);
        await leave();
      },
    });
  } catch (error) {
    await leave();
    throw error;
  }
}

async function takeSlot({ db, enterpriseId, now, newId }: Ctx, kind: string): Promise<string> {
  const id = newId();
  const at = now();
  const [, taken] = await db.batch([
    db
      .delete(downloadSlots)
      .where(and(eq(downloadSlots.enterpriseId, enterpriseId), lte(downloadSlots.until, at))),
    db
      .insert(downloadSlots)
      .select(
        sql`SELECT ${id}, ${enterpriseId}, ${kind}, ${at + HELD_MS}
            WHERE (SELECT count(*) FROM places WHERE enterprise_id = ${enterpriseId} AND kind = ${kind}) < ${MOST}`,
      )
      .returning({ id: downloadSlots.id }),
  ]);
  if (taken.length === 0) throw new DomainError("downloadsFull", { retryAfterSeconds: HELD_MS / 1_000 });
  return id;
}

const mine = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(downloadSlots.enterpriseId, enterpriseId), eq(downloadSlots.id, id));

const renewSlot = async (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.db
    .update(downloadSlots)
    .set({ until: ctx.now() + HELD_MS })
    .where(mine(ctx, id));

const leaveSlot = async (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.db.delete(downloadSlots).where(mine(ctx, id));
