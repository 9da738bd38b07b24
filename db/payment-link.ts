import { integer, text } from "drizzle-orm/sqlite-core";
import type { LinkNote, LinkState } from "#workers/contract/payments/states.ts";

/** A link by which somebody is to pay, whoever wants it: an enterprise of a customer, or we of an enterprise. */
export const paymentLink = {
  accountId: text("account_id").notNull(),
  /** In the smallest unit of the currency. */
  amount: integer("amount").notNull(),
  currency: text("currency").notNull(),
  description: text("description").notNull(),
  until: integer("until").notNull(),
  state: text("state").$type<LinkState>().notNull(),
  /** The gateway's id; null before it has said one. */
  vendorId: text("vendor_id"),
  url: text("url").notNull().default(""),
  /** The part of the amount that was paid. */
  paid: integer("paid").notNull().default(0),
  paymentId: text("payment_id").notNull().default(""),
  note: text("note").$type<LinkNote>().notNull().default(""),
  /** Why it failed, or could not be asked for or about just now. */
  problem: text("problem").notNull().default(""),
  /** Ids of the latest events, so that one that comes twice is used once. */
  eventIds: text("event_ids", { mode: "json" }).$type<string[]>().notNull().default([]),
  tries: integer("tries").notNull().default(0),
  /** When the gateway is to be asked about it; null: no more. */
  dueAt: integer("due_at"),
  endedAt: integer("ended_at"),
};
