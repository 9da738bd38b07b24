import { and, eq, sql } from "drizzle-orm";
import { chatsTexts as texts } from "#texts/chats.ts";
import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { permissionsOf } from "#workers/contract/roles.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { roleSetsOf } from "../roles/rights.ts";
import type { Somebody } from "./moves.ts";

/** Those among these people who may answer chats, and are colleagues still. */
export async function colleaguesAmong(
  directoryCtx: DirectoryCtx,
  ids: readonly string[],
): Promise<Somebody[]> {
  const { db, enterpriseId } = directoryCtx;
  const [found, sets] = await Promise.all([
    db
      .select({ uId: users.id, name: users.name, roles: users.roles })
      .from(users)
      .where(
        and(
          eq(users.enterpriseId, enterpriseId),
          sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
          eq(users.state, USER_STATE.active),
        ),
      )
      .limit(ids.length),
    roleSetsOf(directoryCtx),
  ]);
  return found
    .filter(({ roles }) => permissionsOf(roles, sets).includes("CHAT.HANDLE"))
    .map(({ uId, name }) => ({ uId, name }));
}

/**
 * Somebody who can be asked to take a chat or join it, also when away: until they accept, others can pick it up. Throws
 * invalid for people who may not answer chats, or are no colleagues any more.
 */
export async function colleague(directoryCtx: DirectoryCtx, uId: string): Promise<Somebody> {
  const [found] = await colleaguesAmong(directoryCtx, [uId]);
  if (!found) throw refused(texts.colleagueGone);
  return found;
}

const refused = (message: string): DomainError =>
  new DomainError("invalid", { message, errors: { userId: message } });
