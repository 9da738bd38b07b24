import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import type { AddressKind } from "#workers/contract/inbound.ts";

/** A person on a channel type: the one that sends, windows, consent and suppression speak of, whatever the address. */
export const identities = sqliteTable(
  "identities",
  {
    ...id,
    ...tenant,
    channelType: integer("channel_type").notNull(),
    /** The name that the vendor gives; "" where there is none. */
    name: text("name").notNull(),
    /** The customer's number; null for somebody who is not one yet, such as a visitor of a web page. */
    customer: integer("customer"),
    /** The identity that turned out to be the same person: its addresses are there now. */
    mergedInto: text("merged_into"),
    /** Their number was somebody else's before, and may have changed hands. */
    perhapsOther: integer("perhaps_other", { mode: "boolean" }).notNull().default(false),
    /** Since when they are being erased: nothing leaves to them, and what comes in is somebody else's. */
    closedAt: integer("closed_at"),
    /** Files that have what broadcasts sent them, by `broadcast_archives.n`: each number behind a comma. */
    archives: text("archives"),
    ...timestamps,
  },
  (table) => [
    index("identities_customer").on(table.enterpriseId, table.customer),
    index("identities_joined")
      .on(table.mergedInto)
      .where(sql`merged_into IS NOT NULL`),
  ],
);

/** The addresses of an identity: a number, and ids that are valid in one page, bot or portfolio (`scope`). */
export const addresses = sqliteTable(
  "addresses",
  {
    ...id,
    ...tenant,
    identityId: text("identity_id").notNull(),
    channelType: integer("channel_type").notNull(),
    scope: text("scope").notNull(),
    kind: text("kind").$type<AddressKind>().notNull(),
    address: text("address").notNull(),
    /** As suppressions know it. */
    hash: text("hash").notNull().default(""),
    /** The identity that had it before two were joined, so that they can be parted again. */
    movedFrom: text("moved_from"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("addresses_address").on(
      table.enterpriseId,
      table.channelType,
      table.scope,
      table.kind,
      table.address,
    ),
    index("addresses_identity").on(table.enterpriseId, table.identityId),
  ],
);

/** How somebody can be reached on a channel. It outlives their chats. */
export const reach = sqliteTable(
  "reach",
  {
    ...tenant,
    channelId: text("channel_id").notNull(),
    identityId: text("identity_id").notNull(),
    /** The end of the service window, by the vendor's time but never later than by ours. */
    windowUntil: integer("window_until"),
    lastInAt: integer("last_in_at"),
    lastOutAt: integer("last_out_at"),
    /** The vendor's name of the conversation, by the latest message that told it: some take answers only under it. */
    session: text("session"),
    sessionAt: integer("session_at"),
    /** The vendor refuses messages to this person until then. */
    refusedUntil: integer("refused_until"),
    /** When the vendor's limit for one person would be used up to, were messages sent evenly. */
    pairAt: integer("pair_at").notNull().default(0),
    reachable: integer("reachable", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.channelId, table.identityId] })],
);

/** Consents and refusals; append-only, the last one of a purpose counts. */
export const consents = sqliteTable(
  "consents",
  {
    ...id,
    ...tenant,
    identityId: text("identity_id").notNull(),
    channelType: integer("channel_type").notNull(),
    purpose: text("purpose", { enum: ["marketing", "service", "authentication"] }).notNull(),
    given: integer("given", { mode: "boolean" }).notNull(),
    /** Their words, or the wording that they agreed to. */
    wording: text("wording").notNull(),
    /** Where it was said: a message's id, an import, a person. */
    source: text("source").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [index("consents_identity").on(table.enterpriseId, table.identityId, table.purpose, table.at)],
);
