import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { WaFlowMetaError } from "#workers/contract/endpoints/wa-flows.ts";
import type {
  WaFlowCategory,
  WaFlowContent,
  WaFlowRules,
  WaFlowState,
} from "#workers/contract/wa-flows/flow.ts";

/** WhatsApp Flows. A published one is not edited, so each has its content once. */
export const waFlows = sqliteTable(
  "wa_flows",
  {
    ...id,
    ...tenant,
    channelId: text("channel_id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    categories: text("categories", { mode: "json" }).$type<WaFlowCategory[]>().notNull(),
    /** At most 900 kB, together with the rules. */
    content: text("content", { mode: "json" }).$type<WaFlowContent>().notNull(),
    rules: text("rules", { mode: "json" }).$type<WaFlowRules>().notNull(),
    /** Of the content, so that lists and runs need not read it. */
    jsonVersion: text("json_version").notNull(),
    firstScreen: text("first_screen").notNull(),
    asksEndpoint: integer("asks_endpoint", { mode: "boolean" }).notNull(),
    state: text("state").$type<WaFlowState>().notNull(),
    /** Meta's id; null before it was uploaded. */
    vendorId: text("vendor_id"),
    previewUrl: text("preview_url").notNull().default(""),
    health: text("health").notNull().default(""),
    metaErrors: text("meta_errors", { mode: "json" }).$type<WaFlowMetaError[]>().notNull().default([]),
    /** Of Meta's latest news of its state, so that older news change nothing. */
    stateAt: integer("state_at").notNull().default(0),
    /** While it is being uploaded nobody saves: until then, if whoever uploads it goes down. */
    busyUntil: integer("busy_until").notNull().default(0),
    sent: integer("sent").notNull().default(0),
    opened: integer("opened").notNull().default(0),
    completed: integer("completed").notNull().default(0),
    deletedAt: integer("deleted_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("wa_flows_name")
      .on(table.enterpriseId, table.nameKey)
      .where(sql`deleted_at IS NULL`),
    index("wa_flows_vendor")
      .on(table.vendorId)
      .where(sql`vendor_id IS NOT NULL`),
  ],
);

/** A flow that was sent to somebody: Meta's answer names nothing but the token. */
export const waFlowSessions = sqliteTable(
  "wa_flow_sessions",
  {
    token: text("token").primaryKey(),
    ...tenant,
    flowId: text("flow_id").notNull(),
    channelId: text("channel_id").notNull(),
    customer: integer("customer"),
    identityId: text("identity_id"),
    messageId: text("message_id").notNull(),
    runId: text("run_id"),
    /** Of the effect that the run waits for, with its step. */
    key: text("key").notNull().default(""),
    /** The screen that is shown first. */
    screen: text("screen").notNull().default(""),
    /** The data that the journey gave, and that was sent to our endpoint since. */
    data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    until: integer("until").notNull(),
    createdAt: integer("created_at").notNull(),
    openedAt: integer("opened_at"),
    /** Once, with the answer. */
    completedAt: integer("completed_at"),
  },
  (table) => [
    index("wa_flow_sessions_run")
      .on(table.runId)
      .where(sql`run_id IS NOT NULL`),
    index("wa_flow_sessions_flow").on(table.flowId, table.createdAt),
    index("wa_flow_sessions_customer").on(table.enterpriseId, table.customer),
    index("wa_flow_sessions_identity").on(table.enterpriseId, table.identityId),
  ],
);

/** The answers that people have given. */
export const waFlowAnswers = sqliteTable(
  "wa_flow_answers",
  {
    ...id,
    ...tenant,
    flowId: text("flow_id").notNull(),
    /** A session has one answer. */
    token: text("token").notNull(),
    messageId: text("message_id").notNull(),
    answers: text("answers", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    customer: integer("customer"),
    identityId: text("identity_id"),
    runId: text("run_id"),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("wa_flow_answers_token").on(table.token),
    index("wa_flow_answers_newest").on(table.enterpriseId, table.flowId, table.at, table.id),
    index("wa_flow_answers_customer").on(table.enterpriseId, table.customer),
    index("wa_flow_answers_identity").on(table.enterpriseId, table.identityId),
  ],
);

/** The key of a channel's flows; its private part is in `secrets` (kind "waFlowKey"). */
export const waFlowKeys = sqliteTable("wa_flow_keys", {
  channelId: text("channel_id").primaryKey(),
  ...tenant,
  publicKey: text("public_key").notNull(),
  state: text("state").$type<"unknown" | "valid" | "invalid">().notNull(),
  rotatedAt: integer("rotated_at").notNull(),
  /** Until when the key before is accepted; null where there was none. */
  previousUntil: integer("previous_until"),
});
