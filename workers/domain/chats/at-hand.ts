import { and, eq } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { permissionsOf } from "#workers/contract/roles.ts";
import { untilSettled } from "../after-commit/until-settled.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { assigning } from "../messaging/chat-rules.ts";
import { roleSetsOf } from "../roles/rights.ts";

/**
 * `?1` the enterprise, `?2` rows of user id, name, and whether they are at hand. Somebody who is not and never was
 * needs no row.
 */
const KEEP = `INSERT INTO chat_agents (enterprise_id, user_id, name, at_hand)
  SELECT ?1, e.value->>0, e.value->>1, e.value->>2 FROM json_each(?2) e
  WHERE e.value->>2 OR EXISTS (SELECT 1 FROM chat_agents g WHERE g.enterprise_id = ?1 AND g.user_id = e.value->>0)
  ON CONFLICT (enterprise_id, user_id) DO UPDATE SET name = excluded.name, at_hand = excluded.at_hand`;

/**
 * Copies to the chats who is at hand: everybody of the enterprise, or one person; then chats that wait are offered. Done until
 * what the directory says has settled, so that the last copy is the newest, whoever else copies at the same time.
 */
export function keepAtHand(directoryCtx: DirectoryCtx, ctx: Ctx, userId?: string): Promise<void> {
  const { $client } = ctx.db;
  const keep = $client.prepare(KEEP);
  return untilSettled(
    () => rowsOf(directoryCtx, userId),
    (rows) => $client.batch([keep.bind(ctx.enterpriseId, JSON.stringify(rows)), assigning(ctx)]),
  );
}

async function rowsOf(directoryCtx: DirectoryCtx, userId: string | undefined): Promise<unknown[][]> {
  const { db, enterpriseId } = directoryCtx;
  const { id, name, roles, state, agentStatus } = users;
  const [people, sets] = await Promise.all([
    db
      .select({ id, name, roles, state, agentStatus })
      .from(users)
      .where(and(eq(users.enterpriseId, enterpriseId), userId === undefined ? undefined : eq(id, userId))),
    roleSetsOf(directoryCtx),
  ]);
  return people.map((each) => {
    const isAtHand =
      each.agentStatus === "online" &&
      each.state === USER_STATE.active &&
      permissionsOf(each.roles, sets).includes("CHAT.HANDLE");
    return [each.id, each.name, isAtHand ? 1 : 0];
  });
}
