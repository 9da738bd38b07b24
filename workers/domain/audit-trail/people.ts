import { and, asc, eq, sql, type SQLWrapper } from "drizzle-orm";
import { auditTrailTexts } from "#texts/audit-trail.ts";
import { apiKeys } from "#db/directory/api-keys.ts";
import { users } from "#db/directory/users.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { OPERATOR } from "../operators/entry.ts";

/** User id under which jobs and crons act. */
const SYSTEM = "system";
const MOST = 2_000;

/** Whoever acts and is nobody of the enterprise. */
const nobodys = (): Record<string, string> => ({
  [SYSTEM]: auditTrailTexts.system,
  [OPERATOR]: auditTrailTexts.operator,
});

/** Returns names by user id, including users who have been deactivated since; an API key acts under its own. */
export async function namesOf(
  { db, enterpriseId }: DirectoryCtx,
  ids: readonly string[],
): Promise<(userId: string) => string> {
  const asked = JSON.stringify([...new Set(ids)]);
  const isAsked = (column: SQLWrapper) => sql`${column} IN (SELECT value FROM json_each(${asked}))`;
  const [found, keys] = await db.batch([
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(eq(users.enterpriseId, enterpriseId), isAsked(users.id))),
    db
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(and(eq(apiKeys.enterpriseId, enterpriseId), isAsked(apiKeys.id))),
  ]);
  const names = new Map([
    ...found.map(({ id, name, email }): [string, string] => [id, name || email]),
    ...keys.map(({ id, name }): [string, string] => [id, auditTrailTexts.key(name)]),
  ]);
  return (userId) => nobodys()[userId] ?? names.get(userId) ?? auditTrailTexts.unknownPerson;
}

/** Returns everybody whose actions can be filtered for, by name; the keys after people, the jobs last. */
export async function auditPeople({
  db,
  enterpriseId,
}: DirectoryCtx): Promise<{ people: { id: string; name: string }[] }> {
  const [found, keys] = await db.batch([
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.enterpriseId, enterpriseId))
      .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
      .limit(MOST),
    db
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(eq(apiKeys.enterpriseId, enterpriseId))
      .orderBy(asc(sql`lower(${apiKeys.name})`), asc(apiKeys.id))
      .limit(MOST),
  ]);
  return {
    people: [
      ...found.map(({ id, name, email }) => ({ id, name: name || email })),
      ...keys.map(({ id, name }) => ({ id, name: auditTrailTexts.key(name) })),
      ...Object.entries(nobodys()).map(([id, name]) => ({ id, name })),
    ],
  };
}
