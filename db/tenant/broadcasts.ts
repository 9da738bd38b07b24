import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { broadcastStates, type RecipientStatus } from "#workers/contract/broadcast.ts";
import { type Compared, type ReasonToWin, runParts } from "#workers/contract/comparison.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import type { FactTimes, SendClass } from "./messages.ts";

/** How a message was chosen for the rest of a run, with the facts of then. */
export interface Decision {
  winner: Compared;
  why: ReasonToWin;
  at: number;
  /** A person's name; '' where the clock decided. */
  by: string;
  /** Of each message: people who were called, and those who did what decides. */
  a: readonly [called: number, hits: number];
  b: readonly [called: number, hits: number];
}

/** One template to many people. Its id ends in eight zeros, where those of its recipients count. */
export const broadcasts = sqliteTable(
  "broadcasts",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    channelId: text("channel_id").notNull(),
    channelType: integer("channel_type").notNull(),
    templateId: text("template_id").notNull(),
    /** As it was when the broadcast was made: what is sent does not change under way. */
    template: text("template", { mode: "json" }).$type<Template>().notNull(),
    /** As it was asked for. */
    request: text("request", { mode: "json" }).$type<BroadcastRequest>().notNull(),
    state: text("state", { enum: broadcastStates }).notNull(),
    /** Why it is paused or failed. */
    reason: text("reason").notNull().default(""),
    sendClass: integer("send_class").$type<SendClass>().notNull(),
    byId: text("by_id").notNull(),
    byName: text("by_name").notNull(),
    /** The activity of which it is a run, and the number of the run; null: somebody sent it by hand. */
    activityId: text("activity_id"),
    run: integer("run").notNull().default(0),
    /** The broadcast whose recipients get this one where that has not reached them; null: it is no fallback. */
    fallbackOf: text("fallback_of"),
    /** A fallback's: so long after their own message somebody may get it, in milliseconds. */
    afterMs: integer("after_ms").notNull().default(0),
    /** A fallback's: of the other broadcast everybody up to this number is decided. Null: nobody is added any more. */
    fedTo: integer("fed_to"),
    /** The part of a run that compares two messages, which are broadcasts of their own; null: of none. */
    part: text("part", { enum: runParts }),
    /** The run's first part, of which this is another one. */
    testOf: text("test_of"),
    /** Those of the audience are its recipients whose address has a number from here to there, in a thousand. */
    sliceFrom: integer("slice_from").notNull().default(0),
    sliceTo: integer("slice_to").notNull().default(1_000),
    /** The rest's: null until its message is chosen. */
    decision: text("decision", { mode: "json" }).$type<Decision>(),
    /** Of whoever asked, so that it is made once; with a hash of what was asked. */
    commandId: text("command_id"),
    commandHash: text("command_hash"),
    /** Null: at once. */
    startAt: integer("start_at"),
    timezone: text("timezone").notNull(),
    jobId: text("job_id").notNull().default(""),
    startedAt: integer("started_at"),
    /** Since when all its recipients are there; none is sent to before. */
    preparedAt: integer("prepared_at"),
    endedAt: integer("ended_at"),
    /** Nobody is begun with after that. */
    expiresAt: integer("expires_at"),
    /** When a sender last took a block of it: broadcasts of one number take turns. */
    servedAt: integer("served_at").notNull().default(0),
    /** People of the audience who are one of its recipients already. */
    doubles: integer("doubles").notNull().default(0),
    /** Calls and failed calls before it was last resumed: what went wrong before counts no more. */
    callsBefore: integer("calls_before").notNull().default(0),
    failuresBefore: integer("failures_before").notNull().default(0),
    /** Calls that the vendor didn't answer, weighed against those that it took: too many of them pause the broadcast. */
    silence: integer("silence").notNull().default(0),
    /** Since when it is paused; a trigger keeps it, and adds the time to `expires_at` when it goes on. */
    pausedAt: integer("paused_at"),
    /** Paused because the account's limit was spent: when the vendor lets it go on. A run by hand does so by itself. */
    resumeAt: integer("resume_at"),
    /** While a retry goes on: everybody up to this number is taken up again. Null: none goes on. */
    retriedTo: integer("retried_to"),
    /** Since when its recipients move to files (`broadcast_archives`), in their order: nothing is sent to them any more. */
    archiveBegunAt: integer("archive_begun_at"),
    /** Since when all of them are there. */
    archivedAt: integer("archived_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    index("broadcasts_newest").on(table.enterpriseId, table.createdAt, table.id),
    // In the order of the delivery report: by when it began, or is to.
    index("broadcasts_begun").on(
      table.enterpriseId,
      sql`coalesce(started_at, start_at, created_at)`,
      table.id,
    ),
    uniqueIndex("broadcasts_command")
      .on(table.enterpriseId, table.commandId)
      .where(sql`command_id IS NOT NULL`),
    // Those that are not over: what is stopped has its end once nobody waits for a call any more.
    index("broadcasts_going")
      .on(table.channelId, table.servedAt)
      .where(sql`ended_at IS NULL`),
    index("broadcasts_template").on(table.templateId),
    // Those that are over and have their recipients here still.
    index("broadcasts_kept")
      .on(table.endedAt)
      .where(sql`ended_at IS NOT NULL AND archived_at IS NULL`),
    // A run is made once, whoever makes it.
    uniqueIndex("broadcasts_activity")
      .on(table.activityId, table.run)
      .where(sql`activity_id IS NOT NULL AND fallback_of IS NULL AND test_of IS NULL`),
    // Figures of an activity have all its parts in them.
    index("broadcasts_of_activity")
      .on(table.activityId)
      .where(sql`activity_id IS NOT NULL`),
    // So is its fallback.
    uniqueIndex("broadcasts_fallback")
      .on(table.fallbackOf)
      .where(sql`fallback_of IS NOT NULL`),
    // And its other parts.
    uniqueIndex("broadcasts_part")
      .on(table.testOf, table.part)
      .where(sql`test_of IS NOT NULL`),
  ],
);

/**
 * A recipient, which is the message itself: there is no second row in `messages`. WITHOUT ROWID (migration 0045): the id is
 * the broadcast's with its number at the end, so that one broadcast's lie together and need no column that names it.
 */
export const broadcastRecipients = sqliteTable(
  "broadcast_recipients",
  {
    ...id,
    ...tenant,
    /** Null for a number that is none. */
    identityId: text("identity_id"),
    /** To whom: in E.164, or as it was typed where it is no number. */
    address: text("address").notNull(),
    /** The person's own values by the keys of the template's variables: those that are the same for all are not here. */
    data: text("data", { mode: "json" }).$type<Record<string, string>>(),
    status: text("status").$type<RecipientStatus>().notNull(),
    facts: text("facts", { mode: "json" }).$type<FactTimes>().notNull(),
    code: text("code"),
    reason: text("reason"),
    vendorId: text("vendor_id"),
    category: text("category"),
    billable: integer("billable", { mode: "boolean" }),
    /** The address's first digits, which tell whose price counts; kept with `billable`, as it outlives an erasure. */
    billedTo: text("billed_to"),
    claimedBy: text("claimed_by"),
    claimedAt: integer("claimed_at"),
    attempts: integer("attempts").notNull().default(0),
    notBefore: integer("not_before").notNull().default(0),
    repliedAt: integer("replied_at"),
    /** When they first opened a link, and which of the broadcast's links they have opened: a bit for each place. */
    clickedAt: integer("clicked_at"),
    clickedLinks: integer("clicked_links").notNull().default(0),
  },
  (table) => [
    // Also a person's broadcasts, newest first.
    uniqueIndex("broadcast_recipients_person")
      .on(table.identityId, sql`substr(id, 1, 28)`)
      .where(sql`identity_id IS NOT NULL`),
    index("broadcast_recipients_vendor")
      .on(table.vendorId)
      .where(sql`vendor_id IS NOT NULL`),
    index("broadcast_recipients_pending")
      .on(sql`substr(id, 1, 28)`, table.notBefore)
      .where(sql`status = 'queued' AND claimed_by IS NULL`),
    index("broadcast_recipients_claimed")
      .on(table.claimedBy)
      .where(sql`claimed_by IS NOT NULL`),
    // Few of many: who has replied.
    index("broadcast_recipients_replies")
      .on(table.id)
      .where(sql`replied_at IS NOT NULL`),
    // Few of many: whom it didn't reach, so that a report need not pass over all the others.
    index("broadcast_recipients_trouble")
      .on(table.id)
      .where(sql`status IN ('failed', 'unknown', 'expired')`),
  ],
);

/**
 * Recipients by what became of them; those who wait for an hour of theirs under `waits`, with that hour as the code. Triggers on `broadcast_recipients` keep it, so
 * that no writer can forget.
 */
export const broadcastCounts = sqliteTable(
  "broadcast_counts",
  {
    ...tenant,
    broadcastId: text("broadcast_id").notNull(),
    /** A status, `replied` or `clicked`. */
    status: text("status").notNull(),
    /** Why, for those who failed; '' for all others. */
    code: text("code").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.broadcastId, table.status, table.code] })],
);

/**
 * Recipients as they are now, by the quarter of an hour in which they were last called: the days of every time zone can be
 * summed. Kept by triggers, as the counts are.
 */
export const broadcastQuarters = sqliteTable(
  "broadcast_quarters",
  {
    ...tenant,
    broadcastId: text("broadcast_id").notNull(),
    /** The quarter's first millisecond since 1970, UTC. */
    at: integer("at").notNull(),
    /** A status, `replied` or `clicked`. */
    status: text("status").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.broadcastId, table.at, table.status] }),
    index("broadcast_quarters_at").on(table.enterpriseId, table.at),
  ],
);

/**
 * Delivered recipients by what the vendor said that it charges; kept by triggers, as the counts are. By the first digits of
 * the number, since prices are a country's.
 */
export const broadcastBills = sqliteTable(
  "broadcast_bills",
  {
    ...tenant,
    broadcastId: text("broadcast_id").notNull(),
    /** As the vendor named it; '' where it named none. */
    category: text("category").notNull(),
    billable: integer("billable", { mode: "boolean" }).notNull(),
    billedTo: text("billed_to").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.broadcastId, table.category, table.billable, table.billedTo] })],
);

/** How many of a file's recipients stand at what: a status, `replied` or `clicked`; their reason or ''; and how many. */
export type ArchiveTally = readonly (readonly [status: string, code: string, count: number])[];

/** Files in R2 that have recipients of broadcasts which ended long ago. A person's are named by `identities.archives`. */
export const broadcastArchives = sqliteTable(
  "broadcast_archives",
  {
    /** Never used again, since people's rows name it. */
    n: integer("n").primaryKey({ autoIncrement: true }),
    ...tenant,
    broadcastId: text("broadcast_id").notNull(),
    /** Numbers of its first and last recipient. */
    first: integer("first").notNull(),
    last: integer("last").notNull(),
    count: integer("count").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of its lines as their rows were deleted; null once an erasure has rewritten it. */
    checksum: text("checksum"),
    tally: text("tally", { mode: "json" }).$type<ArchiveTally>().notNull(),
  },
  (table) => [uniqueIndex("broadcast_archives_place").on(table.broadcastId, table.first)],
);
