import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
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
    /** Why it is over: finished, stopped or failed; '' while it is not. */
    endReason: text("end_reason").notNull().default(""),
    startedAt: integer("started_at"),
    endedAt: integer("ended_at"),
    revision: integer("revision").notNull().default(1),
    ...timestamps,
  },
  (table) => [
    index("automation_instances_automation").on(table.enterpriseId, table.automationId, table.createdAt),
    index("automation_instances_channel").on(table.channelId, table.state),
  ],
);

/** What makes people enter an instance; there only while it is started, so that two never want the same words. */
export const automationTriggers = sqliteTable(
  "automation_triggers",
  {
    ...id,
    ...tenant,
    instanceId: text("instance_id").notNull(),
    channelId: text("channel_id").notNull(),
    kind: text("kind", { enum: ["keyword"] }).notNull(),
    /** Folded words. */
    key: text("key").notNull(),
  },
  (table) => [
    uniqueIndex("automation_triggers_key").on(table.channelId, table.kind, table.key),
    index("automation_triggers_instance").on(table.instanceId),
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
      .on(table.wakeAt)
      .where(sql`wake_at IS NOT NULL`),
    index("runs_of").on(table.instanceId, table.state, table.id),
    index("runs_person").on(table.enterpriseId, table.identityId),
  ],
);

/** What runs wait for besides time; the rows of a run are those of its latest step. Stored without a row id. */
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
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
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
  },
  (table) => [index("run_calls_due").on(table.dueAt), index("run_calls_run").on(table.runId)],
);

/** What happened at each node and port on each day (UTC), written with the steps. Stored without a row id. */
export const nodeDaily = sqliteTable(
  "node_daily",
  {
    ...tenant,
    instanceId: text("instance_id").notNull(),
    versionId: text("version_id").notNull(),
    day: text("day").notNull(),
    node: text("node").notNull(),
    /** '' for what is counted without one. */
    port: text("port").notNull(),
    entered: integer("entered").notNull(),
    left: integer("left").notNull(),
    errors: integer("errors").notNull(),
    timedOut: integer("timed_out").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.versionId, table.day, table.node, table.port] }),
  ],
);

/** The first time that a run came to a milestone. Stored without a row id. */
export const milestoneHits = sqliteTable(
  "milestone_hits",
  {
    ...tenant,
    runId: text("run_id").notNull(),
    milestoneId: text("milestone_id").notNull(),
    instanceId: text("instance_id").notNull(),
    at: integer("at").notNull(),
    value: real("value"),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.milestoneId] }),
    index("milestone_hits_of").on(table.instanceId, table.milestoneId, table.at),
  ],
);
