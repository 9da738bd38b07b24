import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { apiKeys } from "#db/directory/api-keys.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { permissionsOfScopes } from "#workers/contract/api-keys.ts";
import { digest } from "../identity/digest.ts";
import { SEEN_EVERY_MS, type Session } from "../identity/session.ts";

/** The session of a key, which acts under its own id and name. Null for one that is wrong, expired or revoked. */
export async function sessionOfKey(db: DirectoryDb, key: string, now = Date.now()): Promise<Session | null> {
  const { id, name, scopes, expiresAt, lastUsedAt } = apiKeys;
  const [row] = await db
    .select({ key: { id, name, scopes, expiresAt, lastUsedAt }, enterprise: enterprises })
    .from(apiKeys)
    .innerJoin(enterprises, eq(enterprises.id, apiKeys.enterpriseId))
    .where(
      and(
        eq(apiKeys.hash, digest(key)),
        isNull(apiKeys.revokedAt),
        // Nothing is to be begun in an enterprise that will be deleted.
        isNull(enterprises.deletesAt),
        or(isNull(expiresAt), gt(expiresAt, now)),
      ),
    )
    .limit(1);
  if (!row) return null;
  return {
    id: row.key.id,
    expiresAt: row.key.expiresAt ?? Infinity,
    user: { id: row.key.id, name: row.key.name, email: "", roles: [], ssoDirect: false, gone: false },
    enterprise: row.enterprise,
    permissions: permissionsOfScopes(row.key.scopes),
    unseen: (row.key.lastUsedAt ?? 0) < now - SEEN_EVERY_MS,
    scopes: row.key.scopes,
  };
}

export async function noteUsed(db: DirectoryDb, id: string, now = Date.now()): Promise<void> {
  await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
}
