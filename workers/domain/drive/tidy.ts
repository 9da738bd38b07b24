import { and, asc, eq, gt, isNotNull, lt, ne, sql } from "drizzle-orm";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { users } from "#db/directory/users.ts";
import { driveFiles } from "#db/tenant/drive.ts";
import { INBOUND } from "#workers/contract/endpoints/drive.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { passedOver } from "../bare/fenced.ts";
import type { DriveRow } from "./file.ts";
import { forgetFiles } from "./remove.ts";
import type { DriveBucket } from "./store.ts";

const DAY_MS = 24 * 3_600_000;
const ROWS_AT_ONCE = 500;

/** The methods of an R2 bucket that listing it needs. */
export interface ListedBucket extends DriveBucket {
  list(options: {
    prefix: string;
    cursor?: string;
  }): Promise<
    { objects: { key: string; size: number; uploaded: Date }[] } & (
      | { truncated: true; cursor: string }
      | { truncated: false }
    )
  >;
}

/** Number of files and their total bytes. */
export interface Heap {
  files: number;
  bytes: number;
}

interface Tidying {
  /** Milliseconds since 1970. Files younger than a day are kept, since they may be about to be used. */
  now: number;
  /** Only counts, without removing anything. */
  dryRun: boolean;
}

const add = (heap: Heap, files: readonly number[]): void => {
  heap.files += files.length;
  heap.bytes += files.reduce((sum, bytes) => sum + bytes, 0);
};

/**
 * Removes files still unused (`usedOf`) a day after their upload and a deleted enterprise's; returns those, or in a dry
 * run those that it would remove. Customers' many files go with their messages instead. Of an enterprise that moves what uses
 * a file may be in the other database.
 */
export async function tidyUnusedFiles(
  directory: DirectoryDb,
  db: TenantDb,
  bucket: DriveBucket,
  { now, dryRun }: Tidying,
): Promise<Heap> {
  const found: Heap = { files: 0, bytes: 0 };
  for (let after = ""; ;) {
    const rows = await db
      .select()
      .from(driveFiles)
      .where(
        and(
          eq(driveFiles.state, "ready"),
          ne(driveFiles.use, INBOUND),
          lt(driveFiles.createdAt, now - DAY_MS),
          gt(driveFiles.id, after),
          sql.raw(passedOver("enterprise_id")),
        ),
      )
      .orderBy(asc(driveFiles.id))
      .limit(ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const used = await usedOf(directory, db, rows);
    const unused = rows.filter(({ id }) => !used.has(id));
    if (!dryRun) await forgetFiles(db, bucket, unused);
    add(
      found,
      unused.map(({ bytes }) => bytes),
    );
  }
  add(found, await dropForsaken(directory, db, dryRun));
  return found;
}

/** Steps from one enterprise to the next, whatever number of files each has. */
const OWNERS = sql`(WITH RECURSIVE owners(id) AS (SELECT min(enterprise_id) FROM drive_files UNION ALL
  SELECT (SELECT min(enterprise_id) FROM drive_files WHERE enterprise_id > owners.id) FROM owners WHERE owners.id IS NOT NULL)
  SELECT id FROM owners WHERE id IS NOT NULL)`;

/** Marks what customers sent to enterprises that are not there any more; the sweep of each minute removes it. */
async function dropForsaken(directory: DirectoryDb, db: TenantDb, dryRun: boolean): Promise<number[]> {
  const owners = await db.select({ id: sql<string>`id` }).from(OWNERS);
  const ids = JSON.stringify(owners.map(({ id }) => id));
  const there = await directory
    .select({ id: enterprises.id })
    .from(enterprises)
    .where(sql`${enterprises.id} IN (SELECT value FROM json_each(${ids}))`);
  const known = new Set<string>(there.map(({ id }) => id));
  const gone = JSON.stringify(owners.flatMap(({ id }) => (known.has(id) ? [] : [id])));
  const theirs = and(
    sql`${driveFiles.enterpriseId} IN (SELECT value FROM json_each(${gone}))`,
    eq(driveFiles.use, INBOUND),
    eq(driveFiles.state, "ready"),
  );
  const bytes = { bytes: driveFiles.bytes };
  const rows = dryRun
    ? await db.select(bytes).from(driveFiles).where(theirs)
    : await db.update(driveFiles).set({ state: "leaving" }).where(theirs).returning(bytes);
  return rows.map((row) => row.bytes);
}

const IN_MESSAGES = `SELECT DISTINCT e.value->>1 AS id FROM json_each(?1) e
  CROSS JOIN messages m ON m.enterprise_id = e.value->>0 AND m.body ->> '$.medium.fileId' = e.value->>1
    AND m.body ->> '$.medium.fileId' IS NOT NULL`;

/** Samples of message templates, of which there are few. */
const IN_TEMPLATES = `SELECT DISTINCT j.value AS id FROM templates t CROSS JOIN json_tree(t.components) j
  WHERE t.enterprise_id IN (SELECT value->>0 FROM json_each(?1)) AND j.key = 'fileId'
    AND j.value IN (SELECT value->>1 FROM json_each(?1))`;

const IN_RICH_CARDS = `SELECT DISTINCT j.value AS id FROM rich_cards c CROSS JOIN json_tree(c.content) j
  WHERE c.enterprise_id IN (SELECT value->>0 FROM json_each(?1)) AND j.key = 'fileId'
    AND j.value IN (SELECT value->>1 FROM json_each(?1))`;

/**
 * Files that broadcasts and activities send: a scheduled one lies for weeks, and one that is over still shows what it
 * was.
 */
const IN_REQUESTS = (
  table: "broadcasts" | "activities",
  column = "request",
) => `SELECT DISTINCT j.value AS id FROM ${table} b CROSS JOIN json_tree(b.${column}, '$.message') j
  WHERE b.enterprise_id IN (SELECT value->>0 FROM json_each(?1)) AND j.key = 'fileId'
    AND j.value IN (SELECT value->>1 FROM json_each(?1))`;
const IN_BROADCASTS = `${IN_REQUESTS("broadcasts")} UNION ${IN_REQUESTS("activities")} UNION ${IN_REQUESTS("activities", "fallback")} UNION ${IN_REQUESTS("activities", "comparison")}`;

/** Entries of the library. */
const IN_LIBRARY = `SELECT DISTINCT a.file_id AS id FROM json_each(?1) e
  CROSS JOIN artifacts a ON a.file_id = e.value->>1 AND a.enterprise_id = e.value->>0`;

/** Files that were spoken or transcribed. */
const IN_SPEECH = `SELECT DISTINCT s.file_id AS id FROM json_each(?1) e
  CROSS JOIN speech_jobs s ON s.file_id = e.value->>1 AND s.enterprise_id = e.value->>0`;

/** Returns which of these files are in use: by the uploaders' and the enterprises' rows, by messages, templates, rich cards, the library, speech and broadcasts. */
async function usedOf(directory: DirectoryDb, db: TenantDb, rows: readonly DriveRow[]): Promise<Set<string>> {
  const among = (values: string[]) =>
    sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`;
  const [pictures, logos] = await directory.batch([
    directory
      .select({ id: users.pictureId })
      .from(users)
      .where(and(sql`${users.id} IN ${among(rows.map((row) => row.createdBy))}`, isNotNull(users.pictureId))),
    directory
      .select({ id: enterprises.id, whiteLabel: enterprises.whiteLabel })
      .from(enterprises)
      .where(sql`${enterprises.id} IN ${among(rows.map((row) => row.enterpriseId))}`),
  ]);
  const there = new Set(logos.map(({ id }) => id));
  // Messages of an enterprise that is gone use nothing.
  const asked = rows.flatMap(({ enterpriseId, id }) => (there.has(enterpriseId) ? [[enterpriseId, id]] : []));
  const uses = await db.$client.batch<{ id: string }>(
    [IN_MESSAGES, IN_TEMPLATES, IN_RICH_CARDS, IN_LIBRARY, IN_SPEECH, IN_BROADCASTS].map((text) =>
      db.$client.prepare(text).bind(JSON.stringify(asked)),
    ),
  );
  return new Set([
    ...pictures.map(({ id }) => id ?? ""),
    ...uses.flatMap(({ results }) => results.map(({ id }) => id)),
    ...logos.map(({ whiteLabel }) => whiteLabel.logoId ?? ""),
  ]);
}

export interface Orphans {
  /** Bytes in the bucket that have no row. */
  unknown: Heap;
  /** Rows whose bytes are missing: only reported, since nothing can restore them. */
  missing: number;
  looked: { objects: number; rows: number };
}

/**
 * Compares an enterprise's part of the bucket with its rows: neither exists without the other, unless a database was
 * restored to an earlier time. Bytes without a row are removed a day after they were stored.
 */
export async function tidyOrphans(
  { db, enterpriseId }: { db: TenantDb; enterpriseId: EnterpriseId },
  bucket: ListedBucket,
  { now, dryRun }: Tidying,
): Promise<Orphans> {
  // Reads the objects first: a file that arrives meanwhile has a row before it has bytes.
  const objects = new Map<string, { size: number; uploaded: Date }>();
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list({ prefix: `${enterpriseId}/drive/`, ...(cursor && { cursor }) });
    for (const object of page.objects) objects.set(object.key, object);
    if (!page.truncated) break;
    cursor = page.cursor;
  }
  const looked = { objects: objects.size, rows: 0 };
  const rows = await db
    .select({ key: driveFiles.key, state: driveFiles.state, createdAt: driveFiles.createdAt })
    .from(driveFiles)
    .where(eq(driveFiles.enterpriseId, enterpriseId));
  looked.rows = rows.length;
  const missing = rows.filter(
    ({ key, state, createdAt }) => state === "ready" && createdAt < now - DAY_MS && !objects.has(key),
  ).length;
  for (const { key } of rows) objects.delete(key);
  const old = [...objects].filter(([, { uploaded }]) => uploaded.getTime() < now - DAY_MS);
  const unknown: Heap = { files: 0, bytes: 0 };
  add(
    unknown,
    old.map(([, { size }]) => size),
  );
  if (dryRun) return { unknown, missing, looked };
  for (let at = 0; at < old.length; at += ROWS_AT_ONCE) {
    await bucket.delete(old.slice(at, at + ROWS_AT_ONCE).map(([key]) => key));
  }
  return { unknown, missing, looked };
}
