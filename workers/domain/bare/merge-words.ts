import type { TenantDb } from "#db/client.ts";

/** Indexes whose deleted words stay in their pages until these are merged. */
const INDEXES = ["messages_fts", "chats_fts", "customers_fts"];
/** Pages of an index that one statement writes: some megabytes. */
const PAGES = 500;

/** Merges the indexes of words so that what was deleted is nowhere in them any more; at most so many statements each. */
export async function mergeWords({ $client }: Pick<TenantDb, "$client">, most: number): Promise<void> {
  for (const name of INDEXES) {
    for (let round = 0; round < most; round++) {
      // The first one, with its minus, has all of the index merged; the others go on with that.
      const pages = round === 0 ? -PAGES : PAGES;
      const { meta } = await $client
        .prepare(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ${pages})`)
        .run();
      if (meta.changes < 2) break;
    }
  }
}
