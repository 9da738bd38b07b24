import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import { botSessions, turns } from "#db/tenant/bot-sessions.ts";
import { broadcastRecipients, broadcasts } from "#db/tenant/broadcasts.ts";
import { activities } from "#db/tenant/campaigns.ts";
import { channelEvents } from "#db/tenant/channel-events.ts";
import { channels } from "#db/tenant/channels.ts";
import { chats } from "#db/tenant/chats.ts";
import { customers } from "#db/tenant/customers.ts";
import { driveFiles } from "#db/tenant/drive.ts";
import { identities } from "#db/tenant/identities.ts";
import { inboundEvents } from "#db/tenant/inbound-events.ts";
import { liveEvents } from "#db/tenant/live-events.ts";
import { messages } from "#db/tenant/messages.ts";
import { videoRecordings } from "#db/tenant/video.ts";
import type { DriveUse } from "#workers/contract/endpoints/drive.ts";
import { FORGOTTEN } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { keepingRefetch } from "../live-events/keep.ts";
import { wipingChats, wipingMessages, wipingRecipients } from "../bare/bare.ts";
import { forgettingBlacklisted } from "./erase-blacklisted.ts";
import { filesOf } from "./files-of.ts";
import { erasingForms } from "./erase-forms.ts";
import { erasingWaFlows } from "./erase-wa-flows.ts";
import { erasingPayments } from "./payments-of.ts";
import { erasingRuns } from "./erase-runs.ts";
import { heldByChat, heldByIdentity } from "./held.ts";
import { isIdentityOf } from "./identities-of.ts";

/** Shorter ones, such as a page's own numbers, would be found in what is somebody else's. */
const SHORTEST_ADDRESS = 6;

/**
 * Statements that erase what was written with a customer on any channel, for the batch that erases them: their
 * conversations, and what was kept of them without a person, by any of their addresses.
 */
export function erasingMessages(ctx: Ctx, { number, phone }: { number: number; phone: string }) {
  const { db, enterpriseId } = ctx;
  const theirs = sql`(SELECT ${phone.slice(1)} AS value UNION SELECT ltrim(a.address, '+') FROM addresses a
    WHERE a.enterprise_id = ${enterpriseId} AND length(a.address) >= ${SHORTEST_ADDRESS} AND a.identity_id IN
      (SELECT id FROM identities WHERE ${isIdentityOf(ctx, sql`${number}`)}))`;
  const names = (text: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${theirs} t WHERE instr(${text}, t.value) > 0)`;
  return [
    ...forgettingBlacklisted(ctx, sql`${number}`),
    db
      .delete(channelEvents)
      .where(and(eq(channelEvents.enterpriseId, enterpriseId), names(sql`${channelEvents.text}`))),
    db
      .delete(inboundEvents)
      .where(
        and(
          eq(inboundEvents.enterpriseId, enterpriseId),
          sql`${inboundEvents.raw} IS NOT NULL`,
          names(sql`${inboundEvents.raw}`),
        ),
      ),
    // A vendor's refusal may repeat whom it was about.
    db
      .update(channels)
      .set({ lastError: null })
      .where(and(eq(channels.enterpriseId, enterpriseId), names(sql`${channels.lastError}`))),
    ...erasingConversations(ctx, sql`${number}`),
  ];
}

/**
 * Statements that close the identities of customers (`numbers`: list or subquery), so that nothing is claimed for them,
 * and erase their conversations. Calls are left to `finishErasure`; a bot's log keeps the figures that reports count.
 */
export function erasingConversations(ctx: Ctx, numbers: SQL) {
  const { db, enterpriseId, now } = ctx;
  const isTheirs = isIdentityOf({ enterpriseId }, numbers);
  const theirs = db.select({ id: identities.id }).from(identities).where(isTheirs);
  const chatsOfTheirs = db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.enterpriseId, enterpriseId), inArray(chats.identityId, theirs)));
  const sessions = db
    .select({ id: botSessions.id })
    .from(botSessions)
    .where(and(eq(botSessions.enterpriseId, enterpriseId), inArray(botSessions.senderId, theirs)));
  const leaving = db
    .select({ id: driveFiles.id })
    .from(driveFiles)
    .where(and(eq(driveFiles.state, "leaving"), eq(driveFiles.enterpriseId, enterpriseId)));
  return [
    db.update(identities).set({ closedAt: now(), name: "", updatedAt: now() }).where(isTheirs),
    db
      .update(turns)
      .set({ text: "", answer: "", parameters: null })
      .where(and(eq(turns.enterpriseId, enterpriseId), inArray(turns.conversationId, sessions))),
    db
      .update(botSessions)
      .set({ pending: null })
      .where(and(eq(botSessions.enterpriseId, enterpriseId), inArray(botSessions.senderId, theirs))),
    leavingFiles(ctx, theirs),
    // Before the rooms: nobody can open what is leaving, and the minute's sweep takes its bytes.
    db
      .update(videoRecordings)
      .set({ state: "leaving", updatedAt: now() })
      .where(
        and(eq(videoRecordings.enterpriseId, enterpriseId), inArray(videoRecordings.chatId, chatsOfTheirs)),
      ),
    db
      .update(auditTrail)
      .set({ objectName: "", before: null, after: null })
      .where(
        and(
          eq(auditTrail.enterpriseId, enterpriseId),
          or(inArray(auditTrail.objectId, chatsOfTheirs), inArray(auditTrail.objectId, leaving)),
        ),
      ),
    // A person's own id stands in the chat's place of what is in no chat.
    ...heldByChat.map((table) =>
      db
        .delete(table)
        .where(
          and(
            eq(table.enterpriseId, enterpriseId),
            or(inArray(table.chatId, chatsOfTheirs), inArray(table.chatId, theirs)),
          ),
        ),
    ),
    // Screens that come back fetch anew what this told them, and those that are open fetch now.
    db
      .update(liveEvents)
      .set({ body: FORGOTTEN })
      .where(
        and(
          eq(liveEvents.enterpriseId, enterpriseId),
          sql`EXISTS (SELECT 1 FROM identities WHERE ${isTheirs} AND instr(${liveEvents.body}, '"' || identities.id || '"') > 0)`,
        ),
      ),
    keepingRefetch(ctx, sql`EXISTS ${chatsOfTheirs}`),
    wipingMessages(
      ctx,
      and(
        eq(messages.enterpriseId, enterpriseId),
        inArray(messages.identityId, theirs),
        isNull(messages.claimedBy),
      ),
    ),
    wipingRecipients(
      ctx,
      and(
        eq(broadcastRecipients.enterpriseId, enterpriseId),
        inArray(broadcastRecipients.identityId, theirs),
        isNull(broadcastRecipients.claimedBy),
      ),
    ),
    ...forgettingNamed(ctx, numbers),
    ...erasingForms(ctx, numbers, sql`SELECT id FROM identities WHERE ${isTheirs}`),
    ...erasingWaFlows(ctx, numbers, sql`SELECT id FROM identities WHERE ${isTheirs}`),
    erasingPayments(ctx, numbers, sql`SELECT id FROM identities WHERE ${isTheirs}`),
    ...erasingRuns(ctx, sql`SELECT id FROM identities WHERE ${isTheirs}`),
    wipingChats(ctx, and(eq(chats.enterpriseId, enterpriseId), inArray(chats.identityId, theirs))),
    ...heldByIdentity.map((table) =>
      db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), inArray(table.identityId, theirs))),
    ),
  ];
}

/**
 * Statements that take customers out of what scheduled broadcasts and activities were asked for, however their numbers are
 * spelt there.
 */
function forgettingNamed({ db, enterpriseId }: Ctx, numbers: SQL) {
  const digits = sql`replace(replace(replace(replace(replace(replace(e.value, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '+', '')`;
  const others = (table: typeof broadcasts | typeof activities, path: string, isTheirs: SQL) =>
    sql`(SELECT json_group_array(e.value) FROM json_each(${table.request}, ${path}) e WHERE NOT EXISTS (SELECT 1 FROM ${customers}
      WHERE ${customers.enterpriseId} = ${enterpriseId} AND ${customers.number} IN (${numbers}) AND ${isTheirs}))`;
  const without = (table: typeof broadcasts | typeof activities) => ({
    request: sql`json_set(${table.request}, '$.phoneNumber', json(${others(table, "$.phoneNumber", sql`instr(${digits}, ltrim(${customers.phone}, '+')) > 0`)}),
      '$.audience.customerIds', json(${others(table, "$.audience.customerIds", sql`${customers.id} = e.value`)}))`,
  });
  return [
    db
      .update(broadcasts)
      .set(without(broadcasts))
      .where(and(eq(broadcasts.enterpriseId, enterpriseId), isNull(broadcasts.preparedAt))),
    db.update(activities).set(without(activities)).where(eq(activities.enterpriseId, enterpriseId)),
  ] as const;
}

/**
 * The statement that makes files leave which only these people's messages have: what they sent, and what was sent to them
 * from somebody's own files. The bytes go with the rows that are left by this, within a minute.
 */
function leavingFiles({ db, enterpriseId }: Ctx, theirs: SQL | { getSQL(): SQL }) {
  const isElsewhere = (table: string, column: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} x WHERE x.enterprise_id = ${enterpriseId} AND instr(x.${sql.raw(column)}, ${driveFiles.id}) > 0)`;
  const only = sql`${driveFiles.id} IN (${filesOf({ enterpriseId }, theirs)})
    AND NOT EXISTS (SELECT 1 FROM messages o WHERE o.enterprise_id = ${enterpriseId}
      AND o.body ->> '$.medium.fileId' = ${driveFiles.id} AND o.body ->> '$.medium.fileId' IS NOT NULL AND o.identity_id NOT IN ${theirs})`;
  return db
    .update(driveFiles)
    .set({ state: "leaving" })
    .where(
      and(
        eq(driveFiles.enterpriseId, enterpriseId),
        eq(driveFiles.state, "ready"),
        notInArray(driveFiles.use, ["profile", "logo"] satisfies DriveUse[]),
        only,
        sql`NOT (${or(
          sql`EXISTS (SELECT 1 FROM artifacts x WHERE x.enterprise_id = ${enterpriseId} AND x.file_id = ${driveFiles.id})`,
          isElsewhere("templates", "components"),
          isElsewhere("rich_cards", "content"),
        )})`,
      ),
    );
}

/** The number of messages with a customer, for the receipt. */
export const messagesWith = ({ enterpriseId }: Ctx, number: number) =>
  sql`(SELECT count(*) FROM ${messages} WHERE ${messages.enterpriseId} = ${enterpriseId} AND ${messages.identityId} IN
    (SELECT id FROM identities WHERE ${isIdentityOf({ enterpriseId }, sql`${number}`)}))`;
