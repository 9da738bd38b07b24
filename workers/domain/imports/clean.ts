import { and, eq } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { importFiles } from "#db/tenant/imports.ts";
import { passedOver } from "../bare/fenced.ts";
import { type Files, removeParts } from "./files.ts";

const DAY_MS = 24 * 3_600_000;
/** A checked or stopped import may still be continued within this time. */
const KEPT_DAYS = 30;
const MOST_AT_ONCE = 20;

/** A file of recipients is needed until all of them are rows, and by an activity until it is over. */
const HAS_READER = `EXISTS (SELECT 1 FROM broadcasts b WHERE b.enterprise_id = f.enterprise_id AND b.ended_at IS NULL AND b.prepared_at IS NULL
    AND b.request->>'$.audience.file.path' = f.id)
  OR EXISTS (SELECT 1 FROM activities a WHERE a.enterprise_id = f.enterprise_id AND a.state < 4 AND a.request->>'$.audience.file.path' = f.id)`;

/**
 * Removes files that nobody needs: uploads never imported and those of finished imports after a day, those of imports
 * that wait for somebody after a month. Parts go before the row, so that leftovers of a crash are found again. Of an
 * enterprise that moves half of the rows are here: what looks unneeded may be needed in the other database.
 */
export async function removeOldFiles(db: TenantDb, files: Files, now: number): Promise<void> {
  const { results } = await db.$client
    .prepare(
      `SELECT f.id FROM import_files f LEFT JOIN customer_imports i ON i.file = f.id
       WHERE f.updated_at < ?1 AND ${passedOver("f.enterprise_id")} AND (i.id IS NULL AND NOT (${HAS_READER})
         OR i.state IN ('COMPLETED', 'ERROR', 'UNDONE', 'UNDOING') AND i.updated_at < ?1
         OR i.state IN ('CHECKED', 'STOPPED') AND i.updated_at < ?2)
       ORDER BY f.updated_at LIMIT ?3`,
    )
    .bind(now - DAY_MS, now - KEPT_DAYS * DAY_MS, MOST_AT_ONCE)
    .all<{ id: string }>();
  for (const { id } of results) {
    const [file] = await db.select().from(importFiles).where(eq(importFiles.id, id));
    if (!file) continue;
    await removeParts(files, file);
    await db
      .delete(importFiles)
      .where(and(eq(importFiles.enterpriseId, file.enterpriseId), eq(importFiles.id, id)));
  }
}
