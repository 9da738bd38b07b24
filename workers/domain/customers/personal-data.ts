import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import Papa from "papaparse";
import { auditTrail } from "#db/tenant/audit.ts";
import { channels } from "#db/tenant/channels.ts";
import { customerFields } from "#db/tenant/customers.ts";
import { addresses, consents, identities } from "#db/tenant/identities.ts";
import { customerImports, importChanges } from "#db/tenant/imports.ts";
import { messages } from "#db/tenant/messages.ts";
import { channelTypeName, isChannelType } from "#workers/contract/channel-types.ts";
import { audited } from "../audit.ts";
import { guarded } from "../formula.ts";
import { iso, type Ctx } from "../ctx.ts";
import { anyCustomerRecord, taggingsOf } from "./customer.ts";
import { isIdentityOf } from "./identities-of.ts";

/** Messages that one query reads; who wrote more than that costs a query for each further page. */
const MESSAGES_PAGE = 2_000;

/**
 * Returns all data stored about a customer, also in the trash, for that person (GDPR 15 and 20): as JSON complete, as
 * CSV one fact per line.
 */
export async function personalData(
  ctx: Ctx,
  id: string,
  format: "json" | "csv",
): Promise<{ body: string; name: string }> {
  const { db, enterpriseId } = ctx;
  const row = await anyCustomerRecord(ctx, id);
  const theirs = db
    .select({ id: identities.id })
    .from(identities)
    .where(isIdentityOf(ctx, sql`${row.number}`));
  const messagesAfter = (last: string) =>
    db
      .select({
        id: messages.id,
        at: messages.at,
        channel: channels.name,
        by: messages.byKind,
        body: messages.body,
        status: messages.status,
      })
      .from(messages)
      .leftJoin(channels, eq(channels.id, messages.channelId))
      .where(
        and(
          eq(messages.enterpriseId, enterpriseId),
          inArray(messages.identityId, theirs),
          gt(messages.id, last),
        ),
      )
      .orderBy(asc(messages.id))
      .limit(MESSAGES_PAGE);
  const [his, [fields, edits, imports, known, named, agreed, first]] = await Promise.all([
    taggingsOf(ctx, row.number),
    db.batch([
      // Includes fields in the trash: their values are kept until it is emptied.
      db.select().from(customerFields).where(eq(customerFields.enterpriseId, enterpriseId)),
      db
        .select({
          at: auditTrail.at,
          action: auditTrail.action,
          before: auditTrail.before,
          after: auditTrail.after,
        })
        .from(auditTrail)
        .where(and(eq(auditTrail.enterpriseId, enterpriseId), eq(auditTrail.objectId, id)))
        .orderBy(asc(auditTrail.at)),
      db
        .select({
          file: customerImports.fileName,
          at: customerImports.createdAt,
          before: importChanges.before,
        })
        .from(importChanges)
        .innerJoin(customerImports, eq(customerImports.id, importChanges.importId))
        .where(and(eq(importChanges.enterpriseId, enterpriseId), eq(importChanges.customer, row.number)))
        .orderBy(asc(customerImports.createdAt)),
      db
        .select()
        .from(identities)
        .where(isIdentityOf(ctx, sql`${row.number}`)),
      db
        .select()
        .from(addresses)
        .where(and(eq(addresses.enterpriseId, enterpriseId), inArray(addresses.identityId, theirs))),
      db
        .select()
        .from(consents)
        .where(and(eq(consents.enterpriseId, enterpriseId), inArray(consents.identityId, theirs)))
        .orderBy(asc(consents.at)),
      messagesAfter(""),
      audited(ctx, {
        action: "export",
        kind: "customer",
        object: { id, name: row.name },
        after: { by: ctx.actor.name, format },
      }),
    ]),
  ]);
  const said = [...first];
  for (let more = first; more.length === MESSAGES_PAGE; said.push(...more)) {
    more = await messagesAfter(more.at(-1)?.id ?? "");
  }
  const labelOf = new Map(fields.map((field) => [field.id, field.fieldLabel]));
  const labelled = (values: Record<string, string> | null) =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([fieldId, value]) => [labelOf.get(fieldId) ?? fieldId, value]),
    );
  const data = {
    customer: {
      id,
      name: row.name,
      phoneNumber: row.phone,
      phoneAsTyped: row.phoneTyped,
      whatsApp: row.whatsapp,
      facebookId: row.facebookId,
      instagramId: row.instaId,
      twitterId: row.twitterId,
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
      deletedAt: row.deletedAt === null ? null : iso(row.deletedAt),
    },
    fields: labelled(row.data),
    deletedFields: labelled(row.archive),
    groups: his.filter(({ kind }) => kind === "group").map(({ name }) => name),
    labels: his.filter(({ kind }) => kind === "label").map(({ name }) => name),
    history: edits.map(({ at, ...edit }) => ({ at: iso(at), ...edit })),
    imports: imports.map(({ at, ...each }) => ({ at: iso(at), ...each })),
    channels: known.map((identity) => ({
      type: isChannelType(identity.channelType)
        ? channelTypeName(identity.channelType)
        : String(identity.channelType),
      name: identity.name,
      addresses: named
        .filter(({ identityId }) => identityId === identity.id)
        .map(({ kind, address }) => ({ kind, address })),
      agreements: agreed
        .filter(({ identityId }) => identityId === identity.id)
        .map(({ at, purpose, given, wording, source }) => ({ at: iso(at), purpose, given, wording, source })),
    })),
    messages: said.map(({ at, channel, by, body, status }) => ({
      at: iso(at),
      channel,
      by,
      status,
      ...body,
    })),
  };
  const name = `${row.name}.${format}`;
  if (format === "json") return { name, body: `${JSON.stringify(data, null, 2)}\n` };
  const csv = Papa.unparse([["what", "value"], ...factsOf(data)].map((line) => line.map(guarded)));
  return { name, body: `\uFEFF${csv}\r\n` };
}

/** Flattens a JSON tree to lines of path and value. */
function factsOf(value: unknown, path = ""): string[][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, each]) => factsOf(each, path === "" ? key : `${path}.${key}`));
}
