import { and, eq, lte, sql } from "drizzle-orm";
import { places } from "#db/tenant/places.ts";
import { DomainError } from "./error.ts";
import type { Scope } from "./scope.ts";

/** Large downloads of one kind that an enterprise may have going at once. */
const MOST = 2;
/** A reader that has stalled for this long no longer blocks others: it costs nothing either. */
const HELD_MS = 60_000;
const RENEW_MS = 20_000;

/**
 * Limits large downloads: an enterprise has at most a few of a kind at once; downloadsFull for a further one. Its place
 * is free again when it ends, fails, is cancelled, or stalls for a minute.
 */
export async function inItsPlace(
  scope: Scope,
  kind: "customers" | "auditTrail" | "conversations",
  begin: () => Promise<ReadableStream<Uint8Array>> | ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { now } = scope;
  const id = await takePlace(scope, kind);
  const leave = () => leavePlace(scope, id);
  let renewed = now();
  try {
    const reader = (await begin()).getReader();
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done && now() - renewed > RENEW_MS) {
            renewed = now();
            await renewPlace(scope, id);
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

async function takePlace({ db, enterpriseId, now, newId }: Scope, kind: string): Promise<string> {
  const id = newId();
  const at = now();
  const [, taken] = await db.batch([
    db.delete(places).where(and(eq(places.enterpriseId, enterpriseId), lte(places.until, at))),
    db
      .insert(places)
      .select(
        sql`SELECT ${id}, ${enterpriseId}, ${kind}, ${at + HELD_MS}
            WHERE (SELECT count(*) FROM places WHERE enterprise_id = ${enterpriseId} AND kind = ${kind}) < ${MOST}`,
      )
      .returning({ id: places.id }),
  ]);
  if (taken.length === 0) throw new DomainError("downloadsFull", { retryAfterSeconds: HELD_MS / 1_000 });
  return id;
}

const mine = ({ enterpriseId }: Scope, id: string) =>
  and(eq(places.enterpriseId, enterpriseId), eq(places.id, id));

const renewPlace = async (scope: Scope, id: string): Promise<unknown> =>
  scope.db
    .update(places)
    .set({ until: scope.now() + HELD_MS })
    .where(mine(scope, id));

const leavePlace = async (scope: Scope, id: string): Promise<unknown> =>
  scope.db.delete(places).where(mine(scope, id));
