import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

export const timerKinds = [
  "floorEnds",
  "chatTimesOut",
  "chatsAssigned",
  "chatComesBack",
  "offerLapses",
  "videoCallEnds",
  "broadcastStarts",
  "broadcastResumes",
  "activityRuns",
  "activityFallbacks",
  "comparisonEnds",
  "campaignStarts",
  "campaignEnds",
  "instanceStarts",
  "instanceEnds",
  "scheduledEntries",
] as const;
export type TimerKind = (typeof timerKinds)[number];

/** Things that wait for their time; written in the transaction that makes them wait, one row a kind and subject. */
export const timers = sqliteTable(
  "timers",
  {
    ...tenant,
    kind: text("kind", { enum: timerKinds }).notNull(),
    /** Id of what waits. */
    subject: text("subject").notNull(),
    /** The subject's own number when this was set: a subject that has moved on is left alone. */
    seq: integer("seq").notNull(),
    /** Null once it has been given up: `failure` says why. */
    dueAt: integer("due_at"),
    attempts: integer("attempts").notNull().default(0),
    failure: text("failure"),
  },
  (table) => [
    primaryKey({ columns: [table.enterpriseId, table.kind, table.subject] }),
    index("timers_due").on(table.dueAt),
  ],
);
