import { and, asc, eq, gt, lt, ne, sql, type SQL } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { departmentUsers } from "#db/tenant/departments.ts";
import { liveEvents } from "#db/tenant/live-events.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import {
  FORGOTTEN,
  KEPT_MS,
  type Addressed,
  type HubCalls,
  type KeptEvent,
  type KeptRow,
  type Recipients,
} from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { liesHere } from "../bare/fenced.ts";
import { UNTOLD_KEPT_MS, untoldEvent } from "../webhooks-out/untold.ts";

/** Rows that one call hands to a hub. */
const PAGE = 500;

type Place = Pick<Ctx, "db" | "enterpriseId">;

const rowColumns = {
  seq: liveEvents.seq,
  before: liveEvents.before,
  to: liveEvents.to,
  body: liveEvents.body,
  at: liveEvents.at,
};

/**
 * Keeps an event: the statement belongs in the batch of the change, and its rows go to `tell` after the commit. A
 * writer that may run twice names the `cause`, so that the event is kept once.
 */
export const keeping = (ctx: Ctx, to: Recipients, event: KeptEvent, cause?: string) =>
  ctx.db
    .insert(liveEvents)
    .values({
      enterpriseId: ctx.enterpriseId,
      before: sql`coalesce((SELECT max(${liveEvents.seq}) FROM ${liveEvents} WHERE ${liveEvents.enterpriseId} = ${ctx.enterpriseId}), 0)`,
      to: addressed(ctx, to),
      body: JSON.stringify(event),
      cause,
      at: ctx.now(),
    })
    .onConflictDoNothing()
    .returning(rowColumns);

/** A department is written as the people in it now. */
function addressed({ enterpriseId }: Ctx, to: Recipients): Addressed | SQL {
  if (to === "everybody" || !to.departments) return to;
  const { users = [], departments, permission = [] } = to;
  const members = sql`SELECT ${departmentUsers.userId} FROM ${departmentUsers}
    WHERE ${departmentUsers.enterpriseId} = ${enterpriseId}
    AND ${departmentUsers.departmentId} IN (SELECT value FROM json_each(${JSON.stringify(departments)}))`;
  return sql`json_object(
    'users', (SELECT json_group_array(value) FROM (SELECT value FROM json_each(${JSON.stringify(users)}) UNION ${members})),
    'permission', json(${JSON.stringify(permission)}))`;
}

/** Hands kept events to the enterprise's hub, together with those that it lacks. */
export async function tell(place: Place, hub: HubCalls, rows: readonly KeptRow[]): Promise<void> {
  const last = rows.at(-1);
  if (!last) return;
  const newest = await hub.tell(rows);
  if (newest < last.seq) await fill(place, hub, newest);
}

/** Hands a hub all that it lacks after its number. */
export async function fill({ db, enterpriseId }: Place, hub: HubCalls, newest: number): Promise<void> {
  for (let from = newest; ;) {
    const rows = await db
      .select(rowColumns)
      .from(liveEvents)
      .where(and(eq(liveEvents.enterpriseId, enterpriseId), gt(liveEvents.seq, from)))
      .orderBy(asc(liveEvents.seq))
      .limit(PAGE);
    await hub.fill(rows);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    from = last.seq;
  }
}

/** The newest number of each enterprise that has events after `seq`, of one database; and the number read up to. */
export async function keptAfter(
  db: TenantDb,
  seq: number,
): Promise<{ newest: Map<EnterpriseId, number>; upTo: number }> {
  const rows = await db
    .select({ seq: liveEvents.seq, enterpriseId: liveEvents.enterpriseId })
    .from(liveEvents)
    .where(and(gt(liveEvents.seq, seq), sql.raw(liesHere("enterprise_id"))))
    .orderBy(asc(liveEvents.seq))
    .limit(2_000);
  return {
    newest: new Map(rows.map((row) => [row.enterpriseId, row.seq])),
    upTo: rows.at(-1)?.seq ?? seq,
  };
}

/** The statement that has everybody who reads chats ask for them anew, where the condition holds. */
export const keepingRefetch = ({ db, enterpriseId, now }: Ctx, condition: SQL) =>
  db.insert(liveEvents).select(
    sql`SELECT NULL, ${enterpriseId}, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ${enterpriseId}), 0),
      json_object('permission', json_array('CHAT.HANDLE', 'CHAT.VIEW_MONITOR')), ${FORGOTTEN}, NULL, ${now()} WHERE ${condition}`,
  );

/**
 * Deletes events older than hubs keep, but never an enterprise's newest: without it nobody would notice what they
 * missed. The contents of that one are forgotten. What receivers are still to be told stays for them, a day at most.
 */
export async function tidyLiveEvents(db: TenantDb, now: number): Promise<void> {
  const isAwaited = sql`(${liveEvents.at} >= ${now - UNTOLD_KEPT_MS} AND ${sql.raw(untoldEvent("live_events"))})`;
  const old = and(lt(liveEvents.at, now - 2 * KEPT_MS), sql`NOT ${isAwaited}`);
  const deleting = db
    .delete(liveEvents)
    .where(
      and(
        old,
        sql`EXISTS (SELECT 1 FROM live_events AS later WHERE later.enterprise_id = ${liveEvents.enterpriseId} AND later.seq > ${liveEvents.seq})`,
      ),
    );
  const forgetting = db
    .update(liveEvents)
    .set({ body: FORGOTTEN })
    .where(and(old, ne(liveEvents.body, FORGOTTEN)));
  await db.batch([deleting, forgetting]);
}
