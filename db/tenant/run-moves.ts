import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import type { RunMoveState } from "#workers/contract/automation/run-moves.ts";

/** One move of an instance's open runs to another version, or to their end. */
export const runMoves = sqliteTable(
  "run_moves",
  {
    ...id,
    ...tenant,
    instanceId: text("instance_id").notNull(),
    /** Versions that people entered before and enter since. */
    fromVersionId: text("from_version_id").notNull(),
    toVersionId: text("to_version_id").notNull(),
    what: text("what", { enum: ["move", "end"] }).notNull(),
    /** Where runs go whose node is gone: to a node, or to their end (null). */
    nodes: text("nodes", { mode: "json" }).$type<Record<string, string | null>>().notNull(),
    state: text("state").$type<RunMoveState>().notNull(),
    /** Runs up to this one have been looked at. */
    cursor: text("cursor").notNull().default(""),
    moved: integer("moved").notNull().default(0),
    /** Runs that are set aside until nobody can undo it any more: they leave their node then. */
    held: integer("held").notNull().default(0),
    /** Taken back, and those that had gone on meanwhile. */
    restored: integer("restored").notNull().default(0),
    kept: integer("kept").notNull().default(0),
    undoUntil: integer("undo_until").notNull(),
    by: text("by").notNull(),
    jobId: text("job_id").notNull(),
    ...timestamps,
  },
  (table) => [index("run_moves_instance").on(table.instanceId, table.createdAt)],
);

/** Runs that a move has changed, as they were, for as long as it may be undone. Stored without a row id. */
export const runMoved = sqliteTable(
  "run_moved",
  {
    ...tenant,
    moveId: text("move_id").notNull(),
    runId: text("run_id").notNull(),
    versionId: text("version_id").notNull(),
    seq: integer("seq").notNull(),
    wakeAt: integer("wake_at"),
    attempts: integer("attempts").notNull(),
    /** Set aside: it leaves its node when the move cannot be undone any more. */
    isHeld: integer("is_held", { mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.moveId, table.runId] })],
);
