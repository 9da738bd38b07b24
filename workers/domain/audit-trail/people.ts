import { and, asc, eq, sql } from "drizzle-orm";
import { auditTrailTexts } from "#texts/audit-trail.ts";
import { users } from "#db/directory/users.ts";
import type { DirectoryCtx } from "../ctx.ts";

/** User id under which jobs and crons act. */
const SYSTEM = "system";
const MOST = 2_000;

/** Returns names by user id, including users who have been deactivated since. */
export async function namesOf(
  { db, enterpriseId }: DirectoryCtx,
  ids: readonly string[],
): Promise<(userId: string) => string> {
  const asked = JSON.stringify([...new Set(ids)]);
  const found = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      and(eq(users.enterpriseId, enterpriseId), sql`${users.id} IN (SELECT value FROM json_each(${asked}))`),
    );
  const names = new Map(found.map(({ id, name, email }) => [id, name || email]));
  return (userId) =>
    userId === SYSTEM ? auditTrailTexts.system : (names.get(userId) ?? auditTrailTexts.unknownPerson);
}

/** Returns everybody whose actions can be filtered for, by name; the jobs last. */
export async function auditPeople({
  db,
  enterpriseId,
}: DirectoryCtx): Promise<{ people: { id: string; name: string }[] }> {
  const found = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.enterpriseId, enterpriseId))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(MOST);
  return {
    people: [
      ...found.map(({ id, name, email }) => ({ id, name: name || email })),
      { id: SYSTEM, name: auditTrailTexts.system },
    ],
  };
}
