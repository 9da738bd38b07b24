import { type SQL, sql } from "drizzle-orm";
import { identities } from "#db/tenant/identities.ts";
import type { RecipientStatus } from "#workers/contract/broadcast.ts";
import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { isIdentityOf } from "./identities-of.ts";

/** A message that a system or a broadcast sent a customer: it stands in none of their chats. */
export interface SentTo {
  at: number;
  id: string;
  template: string;
  channel: string;
  status: RecipientStatus;
  reason: string;
  broadcastId: string | null;
  broadcast: string;
}

/** Statements that read what was sent to a customer beside their chats, the newest first: by systems, and by broadcasts. */
export function readingSent(ctx: Ctx, number: number, most: number) {
  const { db, enterpriseId } = ctx;
  const theirs = isIdentityOf(ctx, sql`${number}`);
  const channel = (id: string) =>
    sql<string>`coalesce((SELECT name FROM channels WHERE id = ${sql.raw(id)} AND enterprise_id = ${enterpriseId}), '')`;
  const columns = (of: Record<keyof SentTo, SQL>) =>
    ({
      at: sql<number>`${of.at}`.as("at"),
      id: sql<string>`${of.id}`.as("id"),
      template: sql<string>`${of.template}`.as("template"),
      channel: sql<string>`${of.channel}`.as("channel"),
      status: sql<RecipientStatus>`${of.status}`.as("status"),
      reason: sql<string>`coalesce(${of.reason}, '')`.as("reason"),
      broadcastId: sql<string | null>`${of.broadcastId}`.as("broadcast_id"),
      broadcast: sql<string>`${of.broadcast}`.as("broadcast"),
    }) as const;
  return [
    db
      .select(
        columns({
          at: sql`m.at`,
          id: sql`m.id`,
          template: sql`coalesce(m.body ->> '$.name', '')`,
          channel: channel("m.channel_id"),
          status: sql`m.status`,
          reason: sql`m.reason`,
          broadcastId: sql`NULL`,
          broadcast: sql`''`,
        }),
      )
      .from(identities)
      .innerJoin(
        sql`messages m`,
        sql`m.enterprise_id = ${enterpriseId} AND m.chat_id = ${identities.id} AND m.direction = 'out'`,
      )
      .where(theirs)
      .orderBy(sql`m.at DESC, m.id DESC`)
      .limit(most),
    db
      .select(
        columns({
          at: sql`coalesce(r.claimed_at, b.started_at, b.created_at)`,
          id: sql`r.id`,
          template: sql`coalesce(b.template ->> '$.name', '')`,
          channel: channel("b.channel_id"),
          status: sql`r.status`,
          reason: sql`r.reason`,
          broadcastId: sql`b.id`,
          broadcast: sql`b.name`,
        }),
      )
      .from(identities)
      .innerJoin(sql`broadcast_recipients r`, sql`r.identity_id = ${identities.id}`)
      .innerJoin(
        sql`broadcasts b`,
        sql`b.id = ${sql.raw(broadcastOf("r.id"))} AND b.enterprise_id = ${enterpriseId}`,
      )
      .where(theirs)
      .orderBy(sql`1 DESC, r.id DESC`)
      .limit(most),
  ] as const;
}
