import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Switches of the whole deployment, thrown by its operators: a row as long as one is off. */
export const switches = sqliteTable("switches", {
  /**
   * `sending`: nothing leaves for any customer of any enterprise; `webhooks`: nothing for their other systems; `models`: no model
   * and no speech is asked; `imports`: no file is imported.
   */
  name: text("name").primaryKey(),
  reason: text("reason").notNull(),
  at: integer("at").notNull(),
});
