import { tenantDatabase, type TenantDatabase } from "#db/client.ts";
import { takeWords } from "#workers/domain/chat-words/fill.ts";

/** Looks of one database in one sweep: what is more waits for the next, and others for the database no longer than that. */
const MOST = 5;

/** Lets the archive of conversations know the chats that changed. */
export async function fillWords(env: JobsEnv, database: TenantDatabase, now = Date.now()): Promise<void> {
  const db = tenantDatabase(env, database);
  for (let looks = 0; looks < MOST && (await takeWords(db, now)) > 0; looks++) await scheduler.wait(1);
}
