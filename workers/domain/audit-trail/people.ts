import { and, asc, eq, sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { users } from "#db/directory/users.ts";
import type { DirectoryScope } from "../scope.ts";

/** What jobs and crons act as. */
const SYSTEM = "system";
const MOST = 2_000;

/** The names of who did something, also of those who were deactivated since. */
export async function namesOf(
  { db, enterpriseId }: DirectoryScope,
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
    userId === SYSTEM ? messages.auditTrail.system : (names.get(userId) ?? messages.auditTrail.unknownPerson);
}

/** Everybody whose doings can be asked for, by name; the jobs last. */
export async function auditPeople({
  db,
  enterpriseId,
}: DirectoryScope): Promise<{ people: { id: string; name: string }[] }> {
  const found = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.enterpriseId, enterpriseId))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(MOST);
  return {
    people: [
      ...found.map(({ id, name, email }) => ({ id, name: name || email })),
      { id: SYSTEM, name: messages.auditTrail.system },
    ],
  };
}
