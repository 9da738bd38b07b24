import { and, eq } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { permissionsOf } from "#workers/contract/roles.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { untilSettled } from "../after-commit/until-settled.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { keptRows } from "../live-events/keep-chats.ts";
import { keepingTurns } from "../live-events/keep-members.ts";
import { assigning } from "../messaging/chat-rules.ts";
import { roleSetsOf } from "../roles/rights.ts";

/**
 * `?1` the enterprise, `?2` rows of user id, name, whether they are at hand, and whether they answer chats at all. Somebody who is not and never was
 * needs no row.
 */
const KEEP = `INSERT INTO chat_agents (enterprise_id, user_id, name, at_hand)
  SELECT ?1, e.value->>0, e.value->>1, e.value->>2 FROM json_each(?2) e
  WHERE e.value->>2 OR EXISTS (SELECT 1 FROM chat_agents g WHERE g.enterprise_id = ?1 AND g.user_id = e.value->>0)
  ON CONFLICT (enterprise_id, user_id) DO UPDATE SET name = excluded.name, at_hand = excluded.at_hand`;

/** The same of the people of departments: where nobody answers, what waits is everybody's. */
const KEEP_ANSWERS = `UPDATE department_users SET answers = e.value->>3 FROM json_each(?2) e
  WHERE enterprise_id = ?1 AND user_id = e.value->>0 AND answers <> e.value->>3`;

type Row = [uId: string, name: string, isAtHand: 0 | 1, answers: 0 | 1];

/**
 * Copies to the chats who is at hand: everybody of the enterprise, or one person; then chats that wait are offered. Done until
 * what the directory says has settled, so that the last copy is the newest, whoever else copies at the same time. Answers the
 * ids of those who answer no chats, and the live events.
 */
export async function keepAtHand(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  userId?: string,
): Promise<{ answerNone: string[]; kept: KeptRow[] }> {
  const { $client } = ctx.db;
  let last: Row[] = [];
  const kept: KeptRow[] = [];
  await untilSettled(
    () => rowsOf(directoryCtx, userId),
    async (rows) => {
      last = rows;
      const json = JSON.stringify(rows);
      const [keep, keepAnswers] = [KEEP, KEEP_ANSWERS].map((text) =>
        $client.prepare(text).bind(ctx.enterpriseId, json),
      ) as [D1PreparedStatement, D1PreparedStatement];
      const [told] = await $client.batch([keepingTurns(ctx, json), keep, keepAnswers, assigning(ctx)]);
      kept.push(...keptRows(told));
    },
  );
  ctx.after.live ||= kept.length > 0;
  return { answerNone: last.filter(([, , , answers]) => answers === 0).map(([uId]) => uId), kept };
}

async function rowsOf(directoryCtx: DirectoryCtx, userId: string | undefined): Promise<Row[]> {
  const { db, enterpriseId } = directoryCtx;
  const { id, name, roles, state, agentStatus, gone } = users;
  const [people, sets] = await Promise.all([
    db
      .select({ id, name, roles, state, agentStatus, gone })
      .from(users)
      .where(and(eq(users.enterpriseId, enterpriseId), userId === undefined ? undefined : eq(id, userId))),
    roleSetsOf(directoryCtx),
  ]);
  return people.map((each) => {
    const answers =
      each.state === USER_STATE.active && permissionsOf(each.roles, sets).includes("CHAT.HANDLE");
    return [
      each.id,
      each.name,
      answers && each.agentStatus === "online" && !each.gone ? 1 : 0,
      answers ? 1 : 0,
    ];
  });
}
