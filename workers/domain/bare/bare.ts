import { sql, type SQL } from "drizzle-orm";
import { chats } from "#db/tenant/chats.ts";
import { broadcastRecipients } from "#db/tenant/broadcasts.ts";
import { messages } from "#db/tenant/messages.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import type { Ctx } from "../ctx.ts";
import { digest } from "../identity/digest.ts";

/**
 * Owns what stays of somebody erased, so that counting anew gives the same: a message's channel, kind, status and hour,
 * a chat's outcome. No list, screen or sender finds an empty identity.
 */
export const NOBODY = "";

const HOUR_MS = 3_600_000;
const hourOf = (time: SQL): SQL => sql`${time} - ${time} % ${sql.raw(String(HOUR_MS))}`;

/** Leads a vendor's id of which only the hash is known: WhatsApp's spell the person's number. */
const HASHED = "erased:";
/** A vendor's id as a bare message keeps it, so that a later status finds its row. */
export const hashedVendorId = (vendorId: string): string => HASHED + digest(vendorId);
export const isHashed: SQL = sql`${messages.vendorId} GLOB ${sql.raw(`'${HASHED}*'`)}`;

/** The statement that makes messages bare; one that was still to leave never does, and of one in a call nobody knows. */
export const wipingMessages = ({ db }: Pick<Ctx, "db">, which: SQL | undefined) =>
  db
    .update(messages)
    .set({
      body: sql`json_object('kind', ${messages.kind})`,
      byId: sql`CASE ${messages.byKind} WHEN 'customer' THEN ${NOBODY} ELSE ${messages.byId} END`,
      cause: null,
      causeHash: null,
      quoted: null,
      reason: null,
      status: sql`CASE WHEN ${messages.status} <> 'queued' THEN ${messages.status} WHEN ${messages.claimedBy} IS NULL THEN 'cancelled' ELSE 'unknown' END`,
      claimedBy: null,
      facts: sql`(SELECT json_group_object(f.key, json_array(${hourOf(sql`(f.value->>0)`)}, ${hourOf(sql`(f.value->>1)`)})) FROM json_each(${messages.facts}) f)`,
      at: hourOf(sql`${messages.at}`),
    })
    .where(which);

/** The statement that makes recipients of broadcasts bare; their broadcast's figures stay. */
export const wipingRecipients = ({ db }: Pick<Ctx, "db">, which: SQL | undefined) =>
  db
    .update(broadcastRecipients)
    .set({
      address: "",
      data: null,
      reason: null,
      status: sql`CASE WHEN ${broadcastRecipients.status} <> 'queued' THEN ${broadcastRecipients.status} WHEN ${broadcastRecipients.claimedBy} IS NULL THEN 'cancelled' ELSE 'unknown' END`,
      code: sql`CASE WHEN ${broadcastRecipients.status} = 'queued' AND ${broadcastRecipients.claimedBy} IS NULL THEN 'cancelled' ELSE ${broadcastRecipients.code} END`,
      claimedBy: null,
      repliedAt: hourOf(sql`${broadcastRecipients.repliedAt}`),
      clickedAt: hourOf(sql`${broadcastRecipients.clickedAt}`),
      clickedLinks: 0,
      facts: sql`(SELECT json_group_object(f.key, json_array(${hourOf(sql`(f.value->>0)`)}, ${hourOf(sql`(f.value->>1)`)})) FROM json_each(${broadcastRecipients.facts}) f)`,
    })
    .where(which);

/** The statement that makes chats bare; an open one is over. */
export const wipingChats = ({ db, now }: Pick<Ctx, "db" | "now">, which: SQL | undefined) =>
  db
    .update(chats)
    .set({
      identityId: NOBODY,
      state: sql`CASE WHEN ${chats.state} IN (${CHAT.closed}, ${CHAT.missed}) THEN ${chats.state} ELSE ${CHAT.closed} END`,
      closedAt: sql`coalesce(${chats.closedAt}, ${now()})`,
      waitingSince: null,
      rateUntil: null,
      botSessionId: null,
      people: "[]",
      unread: 0,
      lastText: "",
      revision: sql`${chats.revision} + 1`,
      updatedAt: now(),
    })
    .where(which);
