import { and, desc, eq, sql } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import { forms as formsTable, formSubmissions } from "#db/tenant/forms.ts";
import { identities } from "#db/tenant/identities.ts";
import { customerImports, importChanges } from "#db/tenant/imports.ts";
import type { customerHistory as contract, historyKinds } from "#workers/contract/endpoints/customers.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { page } from "../page.ts";
import { archivedUntil } from "../archives/person.ts";
import { iso, isoOrNull, type Ctx } from "../ctx.ts";
import { customerRecord } from "./customer.ts";
import { isIdentityOf } from "./identities-of.ts";
import { readingSent, type SentTo } from "./sent-to.ts";

type Kind = (typeof historyKinds)[number];
const KINDS: Record<string, Kind> = {
  create: "created",
  update: "changed",
  merge: "merged",
  delete: "deleted",
  restore: "restored",
  export: "exported",
};

/** Returns the history of a customer, the newest first: actions of staff, imports that changed them, their chats, their talks with bots, and what was sent beside these. */
export async function customerHistory(
  ctx: Ctx,
  id: string,
  paging: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId } = ctx;
  const { number } = await customerRecord(ctx, id);
  const { limit, offset, cut } = page(paging);
  const most = offset + limit;
  const [edits, imports, bySystems, byBroadcasts, [archived], forms, chats, talks] = await db.batch([
    db
      .select({
        at: auditTrail.at,
        action: auditTrail.action,
        by: sql<string>`coalesce(${auditTrail.after}->>'by', '')`.as("by"),
        userId: auditTrail.userId,
        before: auditTrail.before,
        after: auditTrail.after,
      })
      .from(auditTrail)
      .where(
        and(
          eq(auditTrail.enterpriseId, enterpriseId),
          eq(auditTrail.objectId, id),
          eq(auditTrail.objectKind, "customer"),
        ),
      )
      .orderBy(desc(auditTrail.at), desc(auditTrail.id))
      .limit(most),
    db
      .select({
        at: sql<number>`coalesce(${customerImports.completedAt}, ${customerImports.updatedAt})`.as("at"),
        importId: customerImports.id,
        file: customerImports.fileName,
        by: customerImports.startedBy,
      })
      .from(importChanges)
      .innerJoin(customerImports, eq(customerImports.id, importChanges.importId))
      .where(and(eq(importChanges.enterpriseId, enterpriseId), eq(importChanges.customer, number)))
      .orderBy(desc(customerImports.createdAt))
      .limit(most),
    ...readingSent(ctx, number, most),
    db
      .select({
        until: sql<number | null>`max(${sql.raw(archivedUntil("identities.archives"))})`.as("until"),
      })
      .from(identities)
      .where(isIdentityOf(ctx, sql`${number}`)),
    db
      .select({ at: formSubmissions.at, form: sql<string>`coalesce(${formsTable.name}, '')`.as("form") })
      .from(formSubmissions)
      .leftJoin(formsTable, eq(formsTable.id, formSubmissions.formId))
      .where(and(eq(formSubmissions.enterpriseId, enterpriseId), eq(formSubmissions.customer, number)))
      .orderBy(desc(formSubmissions.at), desc(formSubmissions.id))
      .limit(most),
    readingChats(ctx, number, most),
    readingTalks(ctx, number, most),
  ]);
  const events = [
    ...edits.map(({ at, action, by, before, after }) =>
      eventOf(KINDS[action] ?? "changed", at, { by, text: changedFields(before, after).join(", ") }),
    ),
    ...imports.map(({ at, importId, file, by }) => eventOf("imported", at, { by, importId, text: file })),
    ...bySystems.map((each) => sentEvent("systemSent", each)),
    ...byBroadcasts.map((each) => sentEvent("broadcastSent", each)),
    ...forms.map(({ at, form }) => eventOf("formAnswered", at, { text: form })),
    ...chats.map(({ at, by, ...chat }) => eventOf("chatBegun", at, { by, chat })),
    ...talks.map(({ at, ...talk }) => eventOf("botTalked", at, { talk })),
  ].toSorted((a, b) => b.at - a.at);
  const { rows, more } = cut(events.slice(offset, offset + limit));
  return {
    events: rows.map((event) => ({ ...event, at: iso(event.at) })),
    hasMore: more,
    archivedUntil: isoOrNull(archived?.until ?? null),
  };
}

/** A statement that reads a customer's chats, the newest first. */
const readingChats = (ctx: Ctx, number: number, most: number) =>
  ctx.db
    .select({
      at: sql<number>`c.created_at`.as("at"),
      id: sql<string>`c.id`.as("chat_id"),
      by: sql<string>`c.handler_name`.as("by"),
      channel: sql<string>`coalesce((SELECT name FROM channels WHERE id = c.channel_id), '')`.as("channel"),
      bot: sql<string>`coalesce((SELECT a.name FROM conversations s JOIN agents a ON a.id = s.agent_id
        WHERE s.id = c.bot_session_id), '')`.as("bot"),
    })
    .from(identities)
    // Else SQLite walks over everybody's chats in their order, of which these are a few.
    .crossJoin(sql`chats c INDEXED BY chats_person`)
    .where(
      and(
        isIdentityOf(ctx, sql`${number}`),
        sql`c.enterprise_id = ${ctx.enterpriseId} AND c.identity_id = ${identities.id}`,
      ),
    )
    .orderBy(sql`c.created_at DESC, c.id DESC`)
    .limit(most);

/** A statement that reads their sessions with bots, the newest first; a chat names only the one that it has now. */
const readingTalks = (ctx: Ctx, number: number, most: number) =>
  ctx.db
    .select({
      at: sql<number>`s.started_at`.as("at"),
      id: sql<string>`s.id`.as("session_id"),
      agentId: sql<string>`s.agent_id`.as("agent_id"),
      bot: sql<string>`a.name`.as("bot"),
      turns: sql<number>`s.turns`.as("turns"),
    })
    .from(identities)
    // The index begins with the bot, of which there are few.
    .crossJoin(sql`agents a`)
    .crossJoin(sql`conversations s INDEXED BY conversations_sender`)
    .where(
      and(
        isIdentityOf(ctx, sql`${number}`),
        sql`a.enterprise_id = ${ctx.enterpriseId} AND s.enterprise_id = ${ctx.enterpriseId}
          AND s.agent_id = a.id AND s.sender_id = ${identities.id}`,
      ),
    )
    .orderBy(sql`s.started_at DESC, s.id DESC`)
    .limit(most);

type Event = ReplyOf<typeof contract>["events"][number];

const eventOf = (kind: Kind, at: number, more: Partial<Omit<Event, "kind" | "at">>) => ({
  kind,
  at,
  by: "",
  importId: null,
  text: "",
  sent: null,
  chat: null,
  talk: null,
  ...more,
});

const sentEvent = (kind: Kind, { at, template, ...sent }: SentTo) =>
  eventOf(kind, at, { text: template, sent });

/** Returns the names of the fields that differ between two forms of a customer in the audit trail. */
function changedFields(before: unknown, after: unknown): string[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  return Object.keys(after).filter(
    (key) => key !== "by" && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
