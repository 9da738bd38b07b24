import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Switches of the whole deployment, thrown by its operators: a row as long as one is off. */
export const switches = sqliteTable("switches", {
  /**
   * `sending`: nothing leaves for any customer of any enterprise; `webhooks`: nothing for their other systems; `work`: no job,
   * timer, run, mail or event goes on by itself, as a restored system has it until its operator has looked.
   */
  name: text("name").primaryKey(),
  reason: text("reason").notNull(),
  at: integer("at").notNull(),
});
