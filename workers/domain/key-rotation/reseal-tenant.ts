import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { secrets } from "#db/tenant/secrets.ts";
import { passedOver } from "../bare/fenced.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, seal, SecretError, type Owner, type Sealed } from "../secrets/seal.ts";

const PAGE = 100;

/**
 * Reseals with the newest key all secrets of a database, so that older keys can leave DATA_KEY. A ring of one key runs
 * no query; a secret replaced meanwhile wins; one that cannot be opened stops no other. Answers both counts.
 */
export async function resealSecrets(
  db: TenantDb,
  ring: KeyRing,
  now: () => number = Date.now,
): Promise<{ resealed: number; failed: number }> {
  const older = ring.versions.filter((version) => version !== ring.newest);
  const done = { resealed: 0, failed: 0 };
  let after = "";
  while (older.length > 0) {
    const rows = await db
      .select()
      .from(secrets)
      .where(
        and(inArray(secrets.keyVersion, older), gt(secrets.id, after), sql.raw(passedOver("enterprise_id"))),
      )
      .orderBy(asc(secrets.id))
      .limit(PAGE);
    const writes = [];
    for (const row of rows) {
      after = row.id;
      const sealed = await sealedAnew(ring, row);
      if (!sealed) continue;
      writes.push(
        db
          .update(secrets)
          .set({ ...sealed, updatedAt: now() })
          .where(and(eq(secrets.id, row.id), eq(secrets.sealed, row.sealed))),
      );
    }
    const [first, ...others] = writes;
    if (first) await db.batch([first, ...others]);
    done.resealed += writes.length;
    done.failed += rows.length - writes.length;
    if (rows.length < PAGE) break;
  }
  return done;
}

async function sealedAnew(ring: KeyRing, row: typeof secrets.$inferSelect): Promise<Sealed | undefined> {
  const owner = { kind: row.ownerKind as Owner["kind"], id: row.ownerId, field: row.field };
  try {
    return await seal(ring, row.enterpriseId, owner, await open(ring, row.enterpriseId, owner, row));
  } catch (error) {
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}
