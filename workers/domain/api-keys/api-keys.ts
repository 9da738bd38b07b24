import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { apiKeysTexts as texts } from "#texts/api-keys.ts";
import { apiKeys } from "#db/directory/api-keys.ts";
import { KEY_PREFIX, KEY_SHOWN, MOST_KEYS, permissionsOfScopes } from "#workers/contract/api-keys.ts";
import type { ApiKey, createApiKey as contract, newApiKey } from "#workers/contract/endpoints/api-keys.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { z } from "zod";
import { auditedInDirectory } from "../audit.ts";
import { type DirectoryCtx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { digest, randomCode } from "../identity/digest.ts";

type Row = typeof apiKeys.$inferSelect;

const onWire = (row: Omit<Row, "hash" | "enterpriseId" | "revokedAt">, now: number): ApiKey => ({
  id: row.id,
  name: row.name,
  start: row.start,
  scopes: row.scopes,
  createdBy: row.createdBy,
  createdAt: iso(row.createdAt),
  expiresAt: isoOrNull(row.expiresAt),
  expired: row.expiresAt !== null && row.expiresAt <= now,
  lastUsedAt: isoOrNull(row.lastUsedAt),
});

const living = ({ enterpriseId }: Pick<DirectoryCtx, "enterpriseId">) =>
  and(eq(apiKeys.enterpriseId, enterpriseId), isNull(apiKeys.revokedAt));

export async function listApiKeys(ctx: DirectoryCtx): Promise<{ keys: ApiKey[] }> {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(living(ctx))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(MOST_KEYS);
  return { keys: rows.map((row) => onWire(row, ctx.now())) };
}

/**
 * Makes a key, of which only the hash is kept. Nobody gives a key what they may not do themselves: invalid; and of too many:
 * keysFull.
 */
export async function createApiKey(
  ctx: DirectoryCtx,
  { name, scopes, expiresAt }: z.infer<typeof newApiKey>,
  held: readonly Permission[],
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId, actor, now, newId } = ctx;
  if (permissionsOfScopes(scopes).some((each) => !held.includes(each))) refuse("scopes", texts.scopeNotHeld);
  const createdAt = now();
  const end = expiresAt === null ? null : Date.parse(expiresAt);
  if (end !== null && end <= createdAt) refuse("expiresAt", texts.endPast);
  const secret = KEY_PREFIX + randomCode();
  const row = {
    id: newId(),
    enterpriseId,
    start: secret.slice(0, KEY_SHOWN),
    name,
    scopes: [...new Set(scopes)],
    createdBy: actor.name,
    createdAt,
    expiresAt: end,
    lastUsedAt: null,
  };
  try {
    await db.batch([
      guard(ctx, sql`(SELECT count(*) FROM ${apiKeys} WHERE ${living(ctx)}) < ${MOST_KEYS}`),
      db.insert(apiKeys).values({ ...row, hash: digest(secret) }),
      auditedInDirectory(ctx, {
        action: "create",
        kind: "apiKey",
        object: { id: row.id, name },
        after: { name, start: row.start, scopes: row.scopes, expiresAt: isoOrNull(end) },
      }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("keysFull");
    throw error;
  }
  return { key: onWire(row, createdAt), secret };
}

function refuse(field: string, message: string): never {
  throw new DomainError("invalid", { message, errors: { [field]: message } });
}

/** Throws notFound for one that is not there, or was revoked before. */
export async function revokeApiKey(ctx: DirectoryCtx, id: string): Promise<void> {
  const { db, now } = ctx;
  const thisKey = and(living(ctx), eq(apiKeys.id, id));
  try {
    await db.batch([
      guard(ctx, sql`EXISTS (SELECT 1 FROM ${apiKeys} WHERE ${thisKey})`),
      db.update(apiKeys).set({ revokedAt: now() }).where(thisKey),
      auditedInDirectory(ctx, {
        action: "revoke",
        kind: "apiKey",
        object: { id, name: sql`(SELECT ${apiKeys.name} FROM ${apiKeys} WHERE ${apiKeys.id} = ${id})` },
      }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("notFound");
    throw error;
  }
}
