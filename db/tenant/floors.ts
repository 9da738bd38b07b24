import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/** Askers who are to get a person's answer; one row a person, so that two never ask at once. */
export const floors = sqliteTable(
  "floors",
  {
    ...id,
    ...tenant,
    channelId: text("channel_id").notNull(),
    identityId: text("identity_id").notNull(),
    /** '' where a run asks. */
    botId: text("bot_id").notNull(),
    /** The run that asks; null where a bot does. */
    runId: text("run_id"),
    /** An answer that comes later is a message like any other. */
    until: integer("until").notNull(),
    /** Grows with each question, so that the timer of an earlier one ends nothing. */
    seq: integer("seq").notNull(),
  },
  (table) => [uniqueIndex("floors_identity").on(table.enterpriseId, table.channelId, table.identityId)],
);
