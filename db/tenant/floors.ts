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
    /** The run that asks, or for which the bot talks; null where a bot asks by itself. */
    runId: text("run_id"),
    /** Key of the effect by which the bot talks for a run; '' for none. The run hears of its end by a trigger. */
    effect: text("effect").notNull().default(""),
    /** Intents that end the talk, as a JSON list of ids. */
    intents: text("intents").notNull().default("[]"),
    /** How the talk ended, as the run is told; null: somebody else took the floor away. */
    outcome: text("outcome"),
    /** An answer that comes later is a message like any other. */
    until: integer("until").notNull(),
    /** Grows with each question, so that the timer of an earlier one ends nothing. */
    seq: integer("seq").notNull(),
  },
  (table) => [uniqueIndex("floors_identity").on(table.enterpriseId, table.channelId, table.identityId)],
);
