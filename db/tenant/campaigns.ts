import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { approvals, type CampaignState, type Plan } from "#workers/contract/campaign.ts";
import type { ActivityRequest } from "#workers/contract/endpoints/activities.ts";
import type { Comparison } from "#workers/contract/comparison.ts";
import type { Fallback } from "#workers/contract/fallback.ts";
import type { Template } from "#workers/contract/templates/template.ts";

export const campaigns = sqliteTable(
  "campaigns",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    /** As names are compared. */
    nameKey: text("name_key").notNull(),
    description: text("description").notNull().default(""),
    state: integer("state").$type<CampaignState>().notNull(),
    /** It starts by itself then, once somebody has pressed start; it stops by itself at `endAt`. */
    startAt: integer("start_at"),
    endAt: integer("end_at"),
    byId: text("by_id").notNull(),
    byName: text("by_name").notNull(),
    /** Of whoever asked for it, so that it is made once. */
    commandId: text("command_id"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("campaigns_command")
      .on(table.enterpriseId, table.commandId)
      .where(sql`command_id IS NOT NULL`),
    index("campaigns_newest").on(table.enterpriseId, table.createdAt, table.id),
    // A deleted one's name is free again.
    uniqueIndex("campaigns_name")
      .on(table.enterpriseId, table.nameKey)
      .where(sql`state <> 5`),
  ],
);

/** One send of a campaign. Each run of it is a broadcast that names it (`broadcasts.activity_id`). */
export const activities = sqliteTable(
  "activities",
  {
    ...id,
    ...tenant,
    campaignId: text("campaign_id").notNull(),
    name: text("name").notNull(),
    channelId: text("channel_id").notNull(),
    channelType: integer("channel_type").notNull(),
    templateId: text("template_id").notNull(),
    /** Its message and audience as last saved; no more changes once it is approved. */
    request: text("request", { mode: "json" }).$type<ActivityRequest>().notNull(),
    /** As it was when it was approved: what runs is what the checker saw. Null before. */
    template: text("template", { mode: "json" }).$type<Template>(),
    /** The message to those not reached, on another channel; null: none. Its template is frozen as the first one. */
    fallback: text("fallback", { mode: "json" }).$type<Fallback>(),
    fallbackChannelType: integer("fallback_channel_type"),
    fallbackTemplate: text("fallback_template", { mode: "json" }).$type<Template>(),
    /** A second message on the same channel and how the better one is found; null: none. Its template is frozen, too. */
    comparison: text("comparison", { mode: "json" }).$type<Comparison>(),
    comparisonTemplate: text("comparison_template", { mode: "json" }).$type<Template>(),
    plan: text("plan", { mode: "json" }).$type<Plan>().notNull(),
    /** Times of its runs in milliseconds, made at the approval in its zone, so that clocks that change are settled then. */
    runs: text("runs", { mode: "json" }).$type<number[]>().notNull().default([]),
    state: integer("state").$type<CampaignState>().notNull(),
    approval: text("approval", { enum: approvals }).notNull(),
    /** Ids of those who changed it since it was last approved: none of them may approve it. */
    makers: text("makers", { mode: "json" }).$type<string[]>().notNull(),
    /** Why it was rejected, is paused or has ended; '' for none. */
    reason: text("reason").notNull().default(""),
    /** It ended because everybody was reached, not because somebody stopped it. */
    completed: integer("completed", { mode: "boolean" }).notNull().default(false),
    /** Whether its campaign paused it: then it resumes with that. */
    pausedWithCampaign: integer("paused_with_campaign", { mode: "boolean" }).notNull().default(false),
    byId: text("by_id").notNull(),
    byName: text("by_name").notNull(),
    submittedBy: text("submitted_by"),
    submittedAt: integer("submitted_at"),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
    /** Of whoever asked for it, so that it is made once. */
    commandId: text("command_id"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    index("activities_newest").on(table.enterpriseId, table.createdAt, table.id),
    index("activities_campaign").on(table.campaignId, table.createdAt),
    index("activities_pending")
      .on(table.enterpriseId)
      .where(sql`approval = 'pending'`),
    uniqueIndex("activities_command")
      .on(table.enterpriseId, table.commandId)
      .where(sql`command_id IS NOT NULL`),
  ],
);

/** Steps of an activity's approval, and who took them; append-only. */
export const activityDecisions = sqliteTable(
  "activity_decisions",
  {
    ...id,
    ...tenant,
    activityId: text("activity_id").notNull(),
    action: text("action").notNull(),
    byId: text("by_id").notNull(),
    byName: text("by_name").notNull(),
    note: text("note").notNull().default(""),
    at: integer("at").notNull(),
  },
  (table) => [index("activity_decisions_activity").on(table.activityId, table.at)],
);
