import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";
import type { CohortGoal } from "#workers/contract/automation/cohorts.ts";

/** Counts of events at each node and port on each day (UTC), written with the steps. Stored without a row id. */
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
    /** Runs that were too old, at the node where they were. */
    expired: integer("expired").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.versionId, table.day, table.node, table.port] }),
  ],
);

/** How long nodes kept runs that have left them, by day (UTC) and class of time (`workers/contract/automation/stay-classes.ts`). Stored without a row id. */
export const nodeStays = sqliteTable(
  "node_stays",
  {
    ...tenant,
    instanceId: text("instance_id").notNull(),
    versionId: text("version_id").notNull(),
    day: text("day").notNull(),
    node: text("node").notNull(),
    /** Those who left at once have none. */
    class: integer("class").notNull(),
    runs: integer("runs").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.versionId, table.day, table.node, table.class] }),
  ],
);

/** How many people entered an instance in each hour (since 1970, UTC). Stored without a row id. */
export const entryHours = sqliteTable(
  "entry_hours",
  {
    ...tenant,
    instanceId: text("instance_id").notNull(),
    hour: integer("hour").notNull(),
    entered: integer("entered").notNull(),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.hour] })],
);

/**
 * How many of those who came in within a week (of Mondays, UTC) reached what, and how many weeks later; each once. Stored without
 * a row id.
 */
export const entryWeeks = sqliteTable(
  "entry_weeks",
  {
    ...tenant,
    instanceId: text("instance_id").notNull(),
    week: integer("week").notNull(),
    goal: text("goal").$type<CohortGoal>().notNull(),
    /** '' where the goal is no milestone. */
    milestoneId: text("milestone_id").notNull(),
    /** Weeks since they came in. */
    after: integer("after").notNull(),
    runs: integer("runs").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.week, table.goal, table.milestoneId, table.after] }),
  ],
);

/** Counts of what an instance's runs did in each minute (since 1970), of the last hours. Stored without a row id. */
export const runMinutes = sqliteTable(
  "run_minutes",
  {
    ...tenant,
    instanceId: text("instance_id").notNull(),
    minute: integer("minute").notNull(),
    entered: integer("entered").notNull(),
    steps: integer("steps").notNull(),
    /** Over, by whatever way but a failure. */
    ended: integer("ended").notNull(),
    failed: integer("failed").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.minute] }),
    index("run_minutes_oldest").on(table.minute),
  ],
);

/** How many runs came to a milestone on each day (UTC), each for the first time, and what that was worth. Stored without a row id. */
export const milestoneDaily = sqliteTable(
  "milestone_daily",
  {
    ...tenant,
    instanceId: text("instance_id").notNull(),
    day: text("day").notNull(),
    milestoneId: text("milestone_id").notNull(),
    reached: integer("reached").notNull(),
    /** Null where no hit has a value. */
    value: real("value"),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.day, table.milestoneId] })],
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
