import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import { channels } from "#db/tenant/channels.ts";
import { blacklist } from "#db/tenant/blacklist.ts";
import { customerFields, customers } from "#db/tenant/customers.ts";
import { addresses, consents, identities, reach } from "#db/tenant/identities.ts";
import { customerImports, importChanges } from "#db/tenant/imports.ts";
import { suppressions } from "#db/tenant/sending.ts";
import { blacklistTexts } from "#texts/blacklist.ts";
import type { AuditAction } from "#texts/audit-trail.ts";
import { channelTypeName, EVERY_CHANNEL, isChannelType } from "#workers/contract/channel-types.ts";
import { entriesOfCustomers } from "./erase-blacklisted.ts";
import { auditedIf } from "../audit.ts";
import { iso, isoOrNull, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { anyCustomer, taggingsOf } from "./customer.ts";
import { numberOf } from "./erase-phones.ts";
import { isIdentityOf } from "./identities-of.ts";

/** Actions that change the customer's own data: not who looked at it, nor which others were told apart from them. */
const CHANGES: readonly AuditAction[] = ["create", "update", "merge", "delete", "restore", "link"];

/**
 * Reads all that is known about a customer but for what was said, and writes in the same batch that it is handed out;
 * where the enterprise asks for a reason, one without it is neither written down nor handed out.
 */
export async function personHead(
  ctx: Ctx,
  id: string,
  { format, reason }: { format: string; reason: string },
) {
  const { db, enterpriseId } = ctx;
  const number = numberOf(ctx, id);
  const isTheirs = isIdentityOf(ctx, number);
  const theirs = db.select({ id: identities.id }).from(identities).where(isTheirs);
  const asks = sql`coalesce((SELECT rules ->> '$.asksReason' FROM chat_rules WHERE id = ${enterpriseId}), 0)`;
  const name = sql`(SELECT name FROM ${customers} WHERE ${anyCustomer(ctx, id)})`;
  const [[row], his, fields, edits, imports, known, named, agreed, reached, refused, blocked, [rules]] =
    await db.batch([
      db.select().from(customers).where(anyCustomer(ctx, id)),
      taggingsOf(ctx, sql`(${number})`),
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
        .where(
          and(
            eq(auditTrail.enterpriseId, enterpriseId),
            eq(auditTrail.objectId, id),
            inArray(auditTrail.action, [...CHANGES]),
          ),
        )
        .orderBy(asc(auditTrail.at)),
      db
        .select({
          file: customerImports.fileName,
          at: customerImports.createdAt,
          before: importChanges.before,
        })
        .from(importChanges)
        .innerJoin(customerImports, eq(customerImports.id, importChanges.importId))
        .where(
          and(eq(importChanges.enterpriseId, enterpriseId), sql`${importChanges.customer} = (${number})`),
        )
        .orderBy(asc(customerImports.createdAt)),
      db.select().from(identities).where(isTheirs),
      db
        .select()
        .from(addresses)
        .where(and(eq(addresses.enterpriseId, enterpriseId), inArray(addresses.identityId, theirs))),
      db
        .select()
        .from(consents)
        .where(and(eq(consents.enterpriseId, enterpriseId), inArray(consents.identityId, theirs)))
        .orderBy(asc(consents.at), asc(consents.id)),
      db
        .select({
          identityId: reach.identityId,
          channel: channels.name,
          lastInAt: reach.lastInAt,
          lastOutAt: reach.lastOutAt,
          windowUntil: reach.windowUntil,
        })
        .from(reach)
        .leftJoin(channels, eq(channels.id, reach.channelId))
        .where(and(eq(reach.enterpriseId, enterpriseId), inArray(reach.identityId, theirs))),
      db
        .select({
          addressId: addresses.id,
          why: suppressions.why,
          source: suppressions.source,
          at: suppressions.at,
        })
        .from(addresses)
        .innerJoin(
          suppressions,
          and(
            eq(suppressions.enterpriseId, addresses.enterpriseId),
            sql`${suppressions.channelType} IN (${EVERY_CHANNEL}, ${addresses.channelType})`,
            eq(suppressions.hash, addresses.hash),
          ),
        )
        .where(and(eq(addresses.enterpriseId, enterpriseId), inArray(addresses.identityId, theirs))),
      db.select().from(blacklist).where(entriesOfCustomers(ctx, number)),
      db.select({ asks: sql<number>`${asks}` }).from(sql`(SELECT 1)`),
      auditedIf(
        ctx,
        {
          action: "export",
          kind: "customer",
          object: { id, name },
          after: { by: ctx.actor.name, format, ...(reason && { reason }) },
        },
        sql`EXISTS (SELECT 1 FROM ${customers} WHERE ${anyCustomer(ctx, id)}) AND (${reason} <> '' OR NOT ${asks})`,
      ),
    ]);
  if (!row) throw new DomainError("notFound");
  const labelOf = new Map(fields.map((field) => [field.id, field.fieldLabel]));
  const labelled = (values: Record<string, string> | null) =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([fieldId, value]) => [labelOf.get(fieldId) ?? fieldId, value]),
    );
  const taggedAs = (kind: "group" | "label") =>
    his.filter((each) => each.kind === kind).map((each) => each.name);
  return {
    name: row.name,
    reasonMissing: rules?.asks === 1 && reason === "",
    identities: known.map((identity) => identity.id),
    parts: {
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
        deletedAt: isoOrNull(row.deletedAt),
      },
      fields: labelled(row.data),
      deletedFields: labelled(row.archive),
      groups: taggedAs("group"),
      labels: taggedAs("label"),
      history: edits.map(({ at, ...edit }) => ({ at: iso(at), ...edit })),
      imports: imports.map(({ at, ...each }) => ({ at: iso(at), ...each })),
      blacklist: blocked.map(({ address, channelType, reason: why, createdAt }) => ({
        at: iso(createdAt),
        address,
        type: isChannelType(channelType) ? channelTypeName(channelType) : blacklistTexts.every,
        reason: why,
      })),
      channels: known.map(({ id: identity, channelType, name: called }) => ({
        type: isChannelType(channelType) ? channelTypeName(channelType) : String(channelType),
        name: called,
        addresses: named
          .filter(({ identityId }) => identityId === identity)
          .map(({ id: addressId, kind, address }) => ({
            kind,
            address,
            refusals: refused
              .filter((each) => each.addressId === addressId)
              .map(({ why, source, at }) => ({ at: iso(at), why, source })),
          })),
        agreements: agreed
          .filter(({ identityId }) => identityId === identity)
          .map(({ at, purpose, given, wording, source }) => ({
            at: iso(at),
            purpose,
            given,
            wording,
            source,
          })),
        reached: reached
          .filter(({ identityId }) => identityId === identity)
          .map(({ channel, ...each }) => ({
            channel,
            lastInAt: isoOrNull(each.lastInAt),
            lastOutAt: isoOrNull(each.lastOutAt),
            windowUntil: isoOrNull(each.windowUntil),
          })),
      })),
    },
  };
}
