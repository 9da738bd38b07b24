import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { EntryResult, HeldKind } from "#workers/contract/automation/triggers.ts";
import type { AudienceProgress, Launch } from "#workers/contract/automation/launch.ts";
import type { InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { RunState } from "#workers/contract/automation/run-states.ts";

/** One publication of a journey on a channel, or one launch of an encap. */
export const automationInstances = sqliteTable(
  "automation_instances",
  {
    ...id,
    ...tenant,
    automationId: text("automation_id").notNull(),
    versionId: text("version_id").notNull(),
    channelId: text("channel_id").notNull(),
    name: text("name").notNull(),
    state: integer("state").$type<InstanceState>().notNull(),
    /** Why it is over (finished, stopped, channelDeleted), or is paused without a person (late, archived); '' otherwise. */
    endReason: text("end_reason").notNull().default(""),
    /** The secret part of its webhook's address; '' where it has none. */
    hookSecret: text("hook_secret").notNull().default(""),
    /** The latest call of its webhook as it was shaped, without its values; '' before the first. */
    hookSample: text("hook_sample").notNull().default(""),
    hookAt: integer("hook_at"),
    launch: text("launch", { mode: "json" }).$type<Launch>().notNull().default({ keywords: [] }),
    /** Null where nobody is let in besides those who come by themselves. */
    audience: text("audience", { mode: "json" }).$type<AudienceProgress>(),
    /** When it starts by itself; null where nothing is planned. */
    startAt: integer("start_at"),
    startedAt: integer("started_at"),
    startedBy: text("started_by").notNull().default(""),
    endedAt: integer("ended_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    index("automation_instances_automation").on(table.enterpriseId, table.automationId, table.createdAt),
    index("automation_instances_channel").on(table.channelId, table.state),
  ],
);

/**
 * Triggers by which people enter an instance; there from when it is scheduled or started until it is stopped, so that
 * two never want the same words.
 */
export const automationTriggers = sqliteTable(
  "automation_triggers",
  {
    ...id,
    ...tenant,
    instanceId: text("instance_id").notNull(),
    channelId: text("channel_id").notNull(),
    kind: text("kind").$type<HeldKind>().notNull(),
    /** With the kind, what has to happen: folded words, an event's name, a group. */
    key: text("key").notNull(),
    /** The rest of how it was set, as JSON. */
    data: text("data").notNull().default("{}"),
    /** Of a schedule: the customers up to this number have been told of the time that is being worked. */
    cursor: integer("cursor").notNull().default(0),
  },
  (table) => [
    // Two journeys may wait for the same event; words lead into one.
    uniqueIndex("automation_triggers_key")
      .on(table.channelId, table.kind, table.key)
      .where(sql`kind IN ('keyword', 'starts', 'contains')`),
    index("automation_triggers_instance").on(table.instanceId),
    // Each page of arriving messages asks for those of its channel.
    index("automation_triggers_channel").on(table.channelId, table.kind),
    index("automation_triggers_waiting").on(table.enterpriseId, table.kind, table.key),
  ],
);

/** News that may let somebody enter; written with the change itself, and only where a trigger waits for it. */
export const entryNews = sqliteTable(
  "entry_news",
  {
    n: integer("n").primaryKey({ autoIncrement: true }),
    ...tenant,
    /** Unique, and of the run that it begins: what is told twice begins once. */
    eventId: text("event_id").notNull(),
    kind: text("kind").$type<HeldKind>().notNull(),
    key: text("key").notNull(),
    /** For this instance or channel alone; null: for whoever waits. */
    instanceId: text("instance_id"),
    channelId: text("channel_id"),
    /** Whom it is about: a customer by their number, or a person on a channel. */
    customer: integer("customer"),
    identityId: text("identity_id"),
    /** The data that a run knows as `trigger`. */
    data: text("data").notNull(),
    at: integer("at").notNull(),
    /** When it is looked at. */
    dueAt: integer("due_at").notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    /** Null while it waits. News that a sender may repeat stays for a while. */
    doneAt: integer("done_at"),
  },
  (table) => [
    uniqueIndex("entry_news_event").on(table.enterpriseId, table.eventId),
    index("entry_news_waiting")
      .on(table.n)
      .where(sql`done_at IS NULL`),
    /** Words of people go first. */
    index("entry_news_said")
      .on(table.n)
      .where(sql`done_at IS NULL AND channel_id IS NOT NULL`),
    index("entry_news_done")
      .on(table.doneAt)
      .where(sql`done_at IS NOT NULL`),
  ],
);

/** Why somebody entered an instance or did not; the latest of each instance. */
export const entryEvaluations = sqliteTable(
  "entry_evaluations",
  {
    n: integer("n").primaryKey({ autoIncrement: true }),
    ...tenant,
    instanceId: text("instance_id").notNull(),
    eventId: text("event_id").notNull(),
    kind: text("kind").$type<HeldKind>().notNull(),
    customer: integer("customer"),
    identityId: text("identity_id"),
    result: text("result").$type<EntryResult>().notNull(),
    /** The row of the filter that did not hold. */
    detail: text("detail").notNull().default(""),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("entry_evaluations_event").on(table.instanceId, table.eventId),
    index("entry_evaluations_latest").on(table.instanceId, table.n),
    index("entry_evaluations_person").on(table.enterpriseId, table.identityId),
  ],
);

/** One person's way through one instance. */
export const runs = sqliteTable(
  "runs",
  {
    ...id,
    ...tenant,
    instanceId: text("instance_id").notNull(),
    versionId: text("version_id").notNull(),
    channelId: text("channel_id").notNull(),
    identityId: text("identity_id").notNull(),
    /** Of what made it begin, so that one cause begins one run. */
    entryKey: text("entry_key").notNull(),
    state: text("state").$type<RunState>().notNull(),
    nodeId: text("node_id"),
    /** Of the latest step: the fence between two workers. */
    seq: integer("seq").notNull(),
    /** Null where it waits for nothing in time, and once it is over. */
    wakeAt: integer("wake_at"),
    /** Times that carrying it on broke off. */
    attempts: integer("attempts").notNull().default(0),
    /** Key of the effect of another run that began it and waits for its end; '' for none. */
    parentKey: text("parent_key").notNull().default(""),
    /** The rest of the engine's run. */
    data: text("data").notNull(),
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [
    uniqueIndex("runs_entry").on(table.instanceId, table.entryKey),
    index("runs_due")
      // Whose they are is read from the index alone: an enterprise with a hundred thousand due ones is passed over by it.
      .on(table.wakeAt, table.enterpriseId)
      .where(sql`wake_at IS NOT NULL`),
    index("runs_of").on(table.instanceId, table.state, table.id),
    index("runs_person").on(table.enterpriseId, table.identityId),
    // For people who wait at a node, counted and listed.
    index("runs_here")
      .on(table.instanceId, table.nodeId, table.id)
      .where(sql`state = 'waiting'`),
  ],
);

/** The events that runs wait for besides time; a run's rows are those of its latest step. Stored without a row id. */
export const runWaits = sqliteTable(
  "run_waits",
  {
    ...tenant,
    kind: text("kind").notNull(),
    key: text("key").notNull(),
    runId: text("run_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.enterpriseId, table.kind, table.key, table.runId] }),
    index("run_waits_run").on(table.runId),
  ],
);

/** Events and results for runs, in their order of arrival; used in the transaction of the step that they cause. */
export const runInbox = sqliteTable(
  "run_inbox",
  {
    n: integer("n").primaryKey({ autoIncrement: true }),
    ...tenant,
    /** Unique, so that what comes twice is there once. */
    eventId: text("event_id").notNull(),
    kind: text("kind").notNull(),
    /** With the kind, what a wait is known by; '' for a result. */
    key: text("key").notNull(),
    /** Whose event it is; null where its key says so. */
    identityId: text("identity_id"),
    /** For a run alone; a result names its step, too. */
    runId: text("run_id"),
    seq: integer("seq"),
    data: text("data").notNull(),
    at: integer("at").notNull(),
    /** Until when it waits for somebody who waits for it. */
    until: integer("until").notNull(),
    /** Null while it waits. */
    doneAt: integer("done_at"),
  },
  (table) => [
    uniqueIndex("run_inbox_event").on(table.enterpriseId, table.eventId),
    index("run_inbox_waiting")
      .on(table.n)
      .where(sql`done_at IS NULL`),
    /** People's answers go first. */
    index("run_inbox_answers")
      .on(table.n)
      .where(sql`done_at IS NULL AND kind IN ('reply', 'button')`),
    index("run_inbox_of_run")
      .on(table.runId, table.n)
      .where(sql`done_at IS NULL AND run_id IS NOT NULL`),
    index("run_inbox_done")
      .on(table.doneAt)
      .where(sql`done_at IS NOT NULL`),
  ],
);

/** Steps of runs, each written once. Stored without a row id. */
export const runSteps = sqliteTable(
  "run_steps",
  {
    ...tenant,
    runId: text("run_id").notNull(),
    seq: integer("seq").notNull(),
    node: text("node").notNull(),
    /** Null while the node waits, and where it is left without one. */
    port: text("port"),
    outcome: text("outcome", { enum: ["ok", "skipped", "error", "timeout"] }).notNull(),
    /** As JSON, at most 4 kB each. */
    input: text("input").notNull(),
    output: text("output").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.seq] }),
    index("run_steps_newest").on(table.enterpriseId, table.at),
  ],
);

/** Calls of other systems that runs wait for: written before the call, gone with its result. */
export const runCalls = sqliteTable(
  "run_calls",
  {
    /** Of the effect. */
    key: text("key").primaryKey(),
    ...tenant,
    runId: text("run_id").notNull(),
    seq: integer("seq").notNull(),
    kind: text("kind").notNull(),
    effect: text("effect").notNull(),
    /** When it is made, or made again because nobody has told how it went. */
    dueAt: integer("due_at").notNull(),
    /** How often it was begun; one that breaks off on our side is made again a few times. */
    attempts: integer("attempts").notNull().default(0),
  },
  (table) => [
    index("run_calls_due").on(table.dueAt),
    index("run_calls_run").on(table.runId),
    index("run_calls_turn").on(table.enterpriseId, table.dueAt),
    index("run_calls_own")
      .on(table.dueAt)
      .where(sql`kind IN ('mail', 'sms')`),
  ],
);
