import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { MoveNotes, MoveStep } from "#workers/contract/moving.ts";

/** Enterprises' moves from one tenant database into another: how far each is, so that whoever comes next goes on from there. */
export const enterpriseMoves = sqliteTable(
  "enterprise_moves",
  {
    ...id,
    ...tenant,
    fromDatabase: text("from_database").notNull(),
    toDatabase: text("to_database").notNull(),
    step: text("step").$type<MoveStep>().notNull(),
    /** The results of the step in hand so far, and the facts that later ones need. */
    notes: text("notes", { mode: "json" }).$type<MoveNotes>().notNull(),
    /** Raised by each change: of two who work on a move, one gets on. */
    revision: integer("revision").notNull().default(1),
    /** Milliseconds for which the old rows are kept behind the switch. */
    keepMs: integer("keep_ms").notNull(),
    /** When its operator took it back; it is heard of until the switch. */
    cancelledAt: integer("cancelled_at"),
    /** Why it was given up, in a sentence. */
    failure: text("failure").notNull().default(""),
    switchedAt: integer("switched_at"),
    endedAt: integer("ended_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("enterprise_moves_open")
      .on(table.enterpriseId)
      .where(sql`ended_at IS NULL`),
    index("enterprise_moves_from").on(table.fromDatabase, table.switchedAt),
  ],
);
