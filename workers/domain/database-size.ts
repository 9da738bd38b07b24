import type { DirectoryDb, TenantDb } from "#db/client.ts";

const GB = 1e9;
/** The capacity of D1, which refuses writes from there on. */
export const MOST_BYTES = 10 * GB;
/** Early enough for retention and moving to help. */
const WARNED_BYTES = 6 * GB;

/** The bytes that a database has, as D1 says with any answer; whether somebody has to look. */
export async function databaseSize({
  $client,
}: Pick<TenantDb | DirectoryDb, "$client">): Promise<{ bytes: number; isFilling: boolean }> {
  const { meta } = await $client.prepare("SELECT 1").run();
  return { bytes: meta.size_after, isFilling: meta.size_after >= WARNED_BYTES };
}
