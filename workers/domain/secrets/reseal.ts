import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { secrets } from "#db/tenant/secrets.ts";
import type { KeyRing } from "./key-ring.ts";
import { open, seal, SecretError, type Place, type Sealed } from "./seal.ts";

const PAGE = 100;

/**
 * Seals with the newest key what an older key of the ring had sealed, in all enterprises of one database, so that the
 * old key can be taken out of DATA_KEY afterwards. A ring of one key has nothing to do and asks the database nothing.
 * Somebody who replaces a secret meanwhile wins. Answers how many were sealed anew and how many did not open.
 */
export async function resealSecrets(
  db: TenantDb,
  ring: KeyRing,
  now: () => number = Date.now,
): Promise<{ resealed: number; failed: number }> {
  const older = ring.versions.filter((version) => version !== ring.current);
  const done = { resealed: 0, failed: 0 };
  let after = "";
  while (older.length > 0) {
    const rows = await db
      .select()
      .from(secrets)
      .where(and(inArray(secrets.keyVersion, older), gt(secrets.id, after)))
      .orderBy(asc(secrets.id))
      .limit(PAGE);
    for (const row of rows) {
      after = row.id;
      const sealed = await sealedAnew(ring, row);
      if (!sealed) {
        done.failed++;
        continue;
      }
      await db
        .update(secrets)
        .set({ ...sealed, updatedAt: now() })
        .where(and(eq(secrets.id, row.id), eq(secrets.sealed, row.sealed)));
      done.resealed++;
    }
    if (rows.length < PAGE) break;
  }
  return done;
}

async function sealedAnew(ring: KeyRing, row: typeof secrets.$inferSelect): Promise<Sealed | undefined> {
  const place = { ...row, ownerKind: row.ownerKind as Place["ownerKind"] };
  try {
    return await seal(ring, place, await open(ring, place, row));
  } catch (error) {
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}
