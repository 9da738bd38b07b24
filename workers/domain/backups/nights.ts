import { tenantDatabases, type TenantDatabase } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** Databases that are exported, by their bindings. */
export const exportedDatabases = ["DIRECTORY", ...tenantDatabases] as const;
export type ExportedDatabase = (typeof exportedDatabases)[number];

export const EXPORTS = "exports/";
const NOTES = "erased/";
/** Copies of what is stored, and which of them have lost their object. */
export const COPIES = "files/";
export const GONE = "gone/";
const DAY_MS = 24 * 3_600_000;

/** How many nights a setting has kept: 0 only where it says so, as then all exports go. Throws for one that is no number. */
export function nightsIn(setting: string | undefined): number {
  if (!/^\d+$/.test(setting ?? "")) throw new Error("BACKUP_NIGHTS is no number of nights");
  return Number(setting);
}

/** A day in UTC, as in `2026-11-29`. */
export const nightOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
/** The oldest night whose exports are kept. */
export const oldestNight = (nights: number, now: number): string => nightOf(now - nights * DAY_MS);
export const exportPrefix = (night: string, database: string): string => `${EXPORTS}${night}/${database}/`;

/** Where it is noted who was erased on a day. */
export const notesPrefix = (night = ""): string => `${NOTES}${night === "" ? "" : `${night}/`}`;

/** Whose jobs those about a whole database are: nobody's among the enterprises, whose ids have no such sign. */
export const operatorOf = (database: TenantDatabase): EnterpriseId => `~${database}` as EnterpriseId;
export const operatorDatabase = (enterpriseId: EnterpriseId): TenantDatabase | undefined =>
  tenantDatabases.find((name) => operatorOf(name) === enterpriseId);

/** The methods of an R2 bucket that removing exports needs. */
export interface AgingBucket {
  list(options: {
    prefix: string;
    delimiter?: string;
    limit?: number;
  }): Promise<{ objects: { key: string }[]; delimitedPrefixes: string[] }>;
  delete(keys: string[]): Promise<unknown>;
}

const DELETED_AT_ONCE = 1_000;
/** Pages of one look: what is left goes with the next. */
const MOST_PAGES = 10;

/** Removes what is of nights that are older than so many days: exports, and the notes that none of those left needs. */
export async function dropOldNights(bucket: AgingBucket, nights: number, now: number): Promise<void> {
  const oldest = oldestNight(nights, now);
  // Without exports there is nothing that names a copy.
  const old: string[] = nights > 0 ? [] : [COPIES, GONE];
  for (const folder of [EXPORTS, NOTES]) {
    const { delimitedPrefixes } = await bucket.list({ prefix: folder, delimiter: "/" });
    old.push(...delimitedPrefixes.filter((prefix) => prefix.slice(folder.length, -1) < oldest));
  }
  let pages = 0;
  for (const prefix of old) {
    for (; pages < MOST_PAGES; pages++) {
      const { objects } = await bucket.list({ prefix, limit: DELETED_AT_ONCE });
      if (objects.length === 0) break;
      await bucket.delete(objects.map(({ key }) => key));
    }
  }
}
