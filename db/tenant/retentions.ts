import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** How far an enterprise's ended chats have been deleted for their age. Milliseconds since 1970. */
export const retentions = sqliteTable("retentions", {
  enterpriseId: text("enterprise_id").$type<EnterpriseId>().primaryKey(),
  /** Messages of before may be gone: what was counted of them is not to be counted anew. */
  sealedUntil: integer("sealed_until").notNull().default(0),
  /** The files of chats that ended before are gone. */
  filesUntil: integer("files_until").notNull().default(0),
});
