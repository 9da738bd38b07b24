import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import {
  deleteOldAlone,
  deleteOldChats,
  deleteOldFiles,
  dueRetentions,
} from "#workers/domain/chats/retention.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { mergeWords } from "#workers/domain/bare/merge-words.ts";

/** Transactions of one enterprise and of all, in one minute: nobody else waits for the database meanwhile. */
const PAGES_EACH = 10;
const PAGES = 40;
/** Statements that merge an index of words by night. */
const MERGES = 200;

/** Runs each minute of the night: deletes ended chats, and files that came with them, that are older than they are kept. */
export async function tidyChats(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) {
    const db = tenantDatabase(env, name);
    let left = PAGES;
    for (const { enterpriseId, chats, files } of await dueRetentions(db, now)) {
      const actor = { userId: "system", name: "", address: "", requestId: "cron" };
      const ctx = ctxOf(db, enterpriseId, actor, { now: () => now });
      for (let page = 0; page < PAGES_EACH && left > 0; page++, left--) {
        if (!(await deleteOldChats(ctx, chats))) break;
      }
      for (let page = 0; page < PAGES_EACH && left > 0; page++, left--) {
        if (!(await deleteOldAlone(ctx, chats))) break;
      }
      let from: number | null = files.from;
      for (let page = 0; page < PAGES_EACH && left > 0 && from !== null; page++, left--) {
        from = await deleteOldFiles(ctx, { ...files, from });
      }
    }
  }
}

/** Runs every night: takes out of the indexes of words what was deleted and erased. */
export async function tidyWords(env: JobsEnv): Promise<void> {
  for (const name of tenantDatabases) await mergeWords(tenantDatabase(env, name), MERGES);
}
