import type { ChatPart } from "#workers/contract/chat-people.ts";
import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { guardFailed } from "../guard.ts";
import { keepingAction, keptRows } from "../live-events/keep-chats.ts";
import { beginningToWait } from "../messaging/chat-rules.ts";
import { colleaguesAmong } from "./colleague.ts";
import { left, type Place } from "./moves.ts";

const OPEN = `FROM chats WHERE enterprise_id = ?1 AND state NOT IN (${CHAT.closed}, ${CHAT.missed})`;
const PAGE = 50;
const THEIRS = `SELECT id, state, handler, handler_name AS handlerName, department_id AS departmentId, people, waiting_since AS waitingSince,
    CASE state WHEN ${CHAT.suspended} THEN suspended_until END AS suspendedUntil
  ${OPEN} AND (handler = ?2 OR instr(people, '"uId":"' || ?2 || '"') > 0) LIMIT ${PAGE}`;
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM chats WHERE id = ?1 AND state = ?2 AND handler IS ?3 AND people = ?4)
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const RELEASE = `UPDATE chats SET handler = ?3, handler_name = ?4, state = ?5, waiting_since = ?6, people = ?7, seq = seq + 1,
  revision = revision + 1, updated_at = ?2 WHERE id = ?1`;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, at)
  SELECT ?2, c.enterprise_id, c.id, c.seq, ${chatActionCodes.left}, ?3, ?4, ?5 FROM chats c WHERE c.id = ?1`;

interface Row extends Omit<Place, "people"> {
  id: string;
  people: string;
}

/** Open chats that somebody has. */
export const openChatsOf = async ({ db, enterpriseId }: Ctx, userId: string): Promise<number> =>
  (await db.$client
    .prepare(`SELECT count(*) AS count ${OPEN} AND handler = ?2`)
    .bind(enterpriseId, userId)
    .first<number>("count")) ?? 0;

const IN_CHATS = `SELECT handler AS uId ${OPEN} AND handler IS NOT NULL
  UNION SELECT p.value->>'uId' FROM (SELECT people ${OPEN} AND people <> '[]') c CROSS JOIN json_each(c.people) p`;

/** Takes those among these people who are in any open chat out of them. Answers the live events. */
export async function releaseChatsOf(ctx: Ctx, userIds: readonly string[]): Promise<KeptRow[]> {
  if (userIds.length === 0) return [];
  const { results } = await ctx.db.$client.prepare(IN_CHATS).bind(ctx.enterpriseId).all<{ uId: string }>();
  const inSome = new Set(results.map(({ uId }) => uId));
  const kept: KeptRow[] = [];
  for (const userId of userIds) if (inSome.has(userId)) kept.push(...(await releaseChats(ctx, userId)));
  return kept;
}

/**
 * Takes somebody who has left, or answers no chats any more, out of their chats, so that a colleague has each: who joined
 * them, or whoever takes it where it waits again. A chat that they closed or gave away meanwhile is left alone. Answers the
 * live events.
 */
export async function releaseChats(ctx: Ctx, userId: string): Promise<KeptRow[]> {
  const { $client } = ctx.db;
  const kept: KeptRow[] = [];
  for (;;) {
    const { results } = await $client.prepare(THEIRS).bind(ctx.enterpriseId, userId).all<Row>();
    for (const row of results) {
      const [at, actionId] = [ctx.now(), ctx.newId()];
      const place = { ...row, people: JSON.parse(row.people) as ChatPart[] };
      const name = row.handler === userId ? row.handlerName : nameIn(place, userId);
      const to = left(place, userId, at);
      try {
        const done = await $client.batch([
          $client.prepare(GUARD).bind(row.id, row.state, row.handler, row.people),
          $client
            .prepare(RELEASE)
            .bind(
              row.id,
              at,
              to.handler,
              to.handlerName,
              to.state,
              to.waitingSince,
              JSON.stringify(to.people),
            ),
          ...beginningToWait(ctx, [row.id]),
          $client.prepare(LOG).bind(row.id, actionId, userId, name, at),
          keepingAction(ctx, row.id, actionId),
        ]);
        kept.push(...keptRows(done.at(-1)));
      } catch (error) {
        if (!guardFailed(error)) throw error;
      }
    }
    if (results.length < PAGE) return kept;
  }
}

/**
 * Takes the caller out of their chats where they answer none by now. A session is believed for some seconds, so somebody who was
 * deactivated may take a chat after all of theirs were given back; asked after their change, so either this or that finds it.
 */
export async function releaseIfGone(directoryCtx: DirectoryCtx, ctx: Ctx): Promise<KeptRow[]> {
  const { userId } = ctx.actor;
  const [here] = await colleaguesAmong(directoryCtx, [userId]);
  return here ? [] : releaseChats(ctx, userId);
}

const nameIn = ({ people }: Place, userId: string): string =>
  people.find(({ uId }) => uId === userId)?.name ?? "";
