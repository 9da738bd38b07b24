import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import { jobStates, type JobKind } from "#workers/contract/jobs.ts";

/**
 * A row is a piece of work, and the source of truth about it. Queue messages only wake a worker to look here
 * (docs/decisions/jobs.md). Only workers/domain/jobs reads and writes it.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    ...id,
    ...tenant,
    kind: text("kind").$type<JobKind>().notNull(),
    /** The subject of the work: only one job per subject and kind is open at a time. */
    subject: text("subject").notNull(),
    payload: text("payload", { mode: "json" }).$type<unknown>().notNull(),
    state: text("state", { enum: jobStates }).notNull(),
    /** 0 to 1. */
    progress: real("progress").notNull(),
    /** Reason of the failure, in a sentence. */
    message: text("message").notNull(),
    attempts: integer("attempts").notNull(),
    /** The holder of the job's lease, and its expiry; after that any worker may take the job over. */
    lease: text("lease"),
    leaseUntil: integer("lease_until").notNull(),
    /** When the sweeper last sent a message for it; it waits a while before it sends another. */
    wokenAt: integer("woken_at").notNull().default(0),
    /** The id of the request that made it necessary, for its lines in the log; empty where a clock did. */
    requestId: text("request_id").notNull().default(""),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("jobs_one_open")
      .on(table.enterpriseId, table.kind, table.subject)
      .where(sql`state IN ('waiting', 'running')`),
    index("jobs_open")
      .on(table.leaseUntil)
      .where(sql`state IN ('waiting', 'running')`),
    // Few: what was given up lately is told to operators.
    index("jobs_given_up")
      .on(table.updatedAt)
      .where(sql`state = 'failed'`),
    index("jobs_subject").on(table.enterpriseId, table.subject, table.id),
  ],
);
