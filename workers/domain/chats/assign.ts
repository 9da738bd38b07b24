import { uuidv7 } from "uuidv7";
import type { TenantDb } from "#db/client.ts";
import { type ChatPart, isAskedToTake } from "#workers/contract/chat-people.ts";
import { assignsByItself } from "#workers/contract/chat-rules.ts";
import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";
import { keepingAction } from "../live-events/keep-chats.ts";
import { ASSIGNS, RULES_OF, rulesIn } from "../messaging/chat-rules.ts";
import { settingTimers, type TimerHandler } from "../messaging/timers.ts";
import { type FreeAgent, offersOf, type WaitingChat } from "./offers.ts";

/** An offer that lies for so long passes to the next. */
export const OFFER_MS = 60_000;
/** While chats wait for which nobody has room, it looks again so often: people come to departments, and rules change. */
const LOOK_AGAIN_MS = 15_000;
/** Waiting chats of one kind, in one department, that one look takes: the oldest, so that one queue holds up no other. */
const PER_DEPARTMENT = 20;
/** Offers that one transaction makes; the rest follow in the next. */
const MOST_OFFERS = 50;

/** Chats `c` that wait for a person. */
const WAITING = `c.enterprise_id = ?1 AND c.state = ${CHAT.started} AND c.handler IS NULL`;
const ASKED = (people: string) =>
  `FROM json_each(${people}) p WHERE p.value->>'part' IN ('assigned', 'transferred')`;
const RULES = `SELECT ${RULES_OF("?1")} AS rules, EXISTS (SELECT 1 FROM chats c WHERE ${WAITING}) AS waits`;
/**
 * The handler of the last chat of a chat's customer, if they are at hand. They come first once: if they let it lie, or gave it
 * away, they do not get it again.
 */
const LAST = `(SELECT g.user_id FROM chat_agents g WHERE g.enterprise_id = ?1 AND g.at_hand AND g.user_id = (
      SELECT o.handler FROM chats o INDEXED BY chats_person WHERE o.enterprise_id = ?1 AND o.identity_id = c.identity_id AND o.state = ${CHAT.closed}
      AND o.handler IS NOT NULL AND NOT EXISTS (SELECT 1 FROM chat_actions a WHERE a.enterprise_id = ?1 AND a.chat_id = c.id AND a.at >= c.waiting_since
        AND a.type IN (${chatActionCodes.assigned}, ${chatActionCodes.left}, ${chatActionCodes.transferred})) ORDER BY o.last_at DESC LIMIT 1))`;
/**
 * Chats offered to nobody; or offered automatically (under nobody's name), and left lying since `?2`, offered to somebody who
 * has gone, or offered while the rules still did so. Strangers, who may wait for long where people pick chats up, hold up
 * neither an offer that lies nor whoever has somebody of their own, and nobody's own hold up another's.
 */
const CHATS = `SELECT id, department_id AS departmentId, people, waiting_since AS waitingSince, gone, refused, last FROM (
    SELECT *, row_number() OVER (PARTITION BY department_id, asked, last ORDER BY waiting_since, id) AS n FROM (
    SELECT c.*, ${LAST} AS last, EXISTS (SELECT 1 ${ASKED("c.people")}) AS asked, EXISTS (SELECT 1 ${ASKED("c.people")} AND NOT EXISTS (SELECT 1 FROM chat_agents g WHERE g.enterprise_id = ?1
          AND g.user_id = p.value->>'uId' AND g.at_hand)) AS gone,
      (SELECT json_group_array(a.by_id) FROM chat_actions a WHERE a.enterprise_id = ?1 AND a.chat_id = c.id
        AND a.type = ${chatActionCodes.declined} AND a.at >= c.waiting_since) AS refused
    FROM chats c WHERE ${WAITING} AND (NOT EXISTS (SELECT 1 ${ASKED("c.people")})
      OR (SELECT max(p.value->>'byName') ${ASKED("c.people")}) = ''
        AND (gone OR NOT ${ASSIGNS(RULES_OF("?1"))} OR ?2 >= (SELECT max(a.at) FROM chat_actions a WHERE a.enterprise_id = ?1 AND a.chat_id = c.id AND a.type = ${chatActionCodes.assigned})))))
  WHERE n <= ${PER_DEPARTMENT}`;
const HAS = `coalesce((SELECT sum(k.count) FROM chat_counts k WHERE k.enterprise_id = ?1 AND k.handler = g.user_id AND k.state = ${CHAT.ongoing}), 0)`;
const IS_OFFERED = `(SELECT count(*) FROM chats c WHERE ${WAITING} AND EXISTS (SELECT 1 ${ASKED("c.people")} AND p.value->>'uId' = g.user_id))`;
const AGENTS = `SELECT g.user_id AS uId, g.name, g.offered_at AS offeredAt, ${HAS} + ${IS_OFFERED} AS load
  FROM chat_agents g WHERE g.enterprise_id = ?1 AND g.at_hand`;
/** People of departments in which chats wait: all departments that have somebody who answers, with those at hand. */
const MEMBERS = `SELECT d.department_id AS departmentId, json_group_array(g.user_id) FILTER (WHERE g.user_id IS NOT NULL) AS uIds
  FROM department_users d LEFT JOIN chat_agents g ON g.enterprise_id = ?1 AND g.user_id = d.user_id AND g.at_hand
  WHERE d.enterprise_id = ?1 AND d.answers AND d.department_id IN (SELECT c.department_id FROM chats c WHERE ${WAITING}) GROUP BY 1`;

/**
 * The offer `?2` of a chat `?3` to somebody `?4`: if it still waits as it was found (`?5`), and they are still at hand and have
 * room (`?6`), whoever else gives chats at the same time.
 */
const OFFER = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, "to", text, at)
  SELECT ?2, f.enterprise_id, f.id, f.seq + 1, ${chatActionCodes.assigned}, '', '', g.name, '', ?7
  FROM chats f JOIN chat_agents g ON g.enterprise_id = ?1 AND g.user_id = ?4 AND g.at_hand
  WHERE f.id = ?3 AND f.enterprise_id = ?1 AND f.state = ${CHAT.started} AND f.handler IS NULL AND f.people = ?5
    AND (?6 IS NULL OR ${HAS} + ${IS_OFFERED} < ?6)`;
const MADE = "EXISTS (SELECT 1 FROM chat_actions a WHERE a.id = ?1)";
const ASK = `UPDATE chats SET people = ?3, seq = seq + 1, revision = revision + 1, updated_at = ?4 WHERE id = ?2 AND ${MADE}`;
const TURN = `UPDATE chat_agents SET offered_at = ?4 WHERE enterprise_id = ?2 AND user_id = ?3 AND ${MADE}`;
/** Nobody else is there, or is asked, or the rules offer none any more: the chat stands among the new ones again. */
const WITHDRAW = `UPDATE chats SET people = ?4, revision = revision + 1, updated_at = ?5 WHERE id = ?2 AND enterprise_id = ?1
  AND state = ${CHAT.started} AND handler IS NULL AND people = ?3`;
const LOOK_AGAIN = settingTimers(
  "chatsAssigned",
  `SELECT ?1 AS enterprise_id, '' AS subject, 0 AS seq, ?2 AS due_at`,
);

interface ChatRow extends Omit<WaitingChat, "not"> {
  people: string;
  gone: 0 | 1;
  refused: string;
}
type AgentRow = FreeAgent & { name: string };

/**
 * Offers waiting chats to whoever has room, as the rules say. An offer binds nobody: until it is accepted anybody can pick
 * the chat up, and after a minute it goes to the next.
 */
export const chatsAssigned: TimerHandler = async ({ $client }: Pick<TenantDb, "$client">, due) => {
  const { enterpriseId, now } = due;
  const [set, waiting, people, departments] = await $client.batch([
    $client.prepare(RULES).bind(enterpriseId),
    $client.prepare(CHATS).bind(enterpriseId, now - OFFER_MS),
    $client.prepare(AGENTS).bind(enterpriseId),
    $client.prepare(MEMBERS).bind(enterpriseId),
  ]);
  const [row] = (set?.results ?? []) as { rules: string | null; waits: 0 | 1 }[];
  const rules = rulesIn(row?.rules);
  const assigns = assignsByItself(rules);
  const { assignment, capacity } = rules;
  const isManual = assignment === "manual";
  const prefersLast = isManual ? rules.followsUp : rules.prefersLast;
  const chats = (waiting?.results ?? []) as unknown as ChatRow[];
  const agents = (people?.results ?? []) as unknown as AgentRow[];
  const members = new Map(
    ((departments?.results ?? []) as { departmentId: string; uIds: string }[]).map(
      ({ departmentId, uIds }) => [departmentId, new Set(JSON.parse(uIds) as string[])],
    ),
  );
  const rows = new Map(
    chats.map((chat) => [chat.id, { ...chat, parts: JSON.parse(chat.people) as ChatPart[] }]),
  );
  const nameOf = new Map(agents.map(({ uId, name }) => [uId, name]));
  const offers = offersOf(
    [...rows.values()].map(({ id, departmentId, waitingSince, parts, refused, last }) => ({
      id,
      departmentId,
      waitingSince,
      last: prefersLast ? (last ?? null) : null,
      not: new Set([...(JSON.parse(refused) as string[]), ...parts.map(({ uId }) => uId)]),
    })),
    agents,
    { membersOf: (id) => members.get(id), assignment, capacity },
  );
  const made = offers.slice(0, MOST_OFFERS);
  const offered = new Set(made.map(({ chat }) => chat.id));
  // Where people pick up, one that lay for its minute stands among the new ones again; at once where nothing is offered any more.
  const withdrawn = [...rows.values()].filter(
    ({ id, gone, parts }) => !offered.has(id) && (gone === 1 || (isManual && parts.some(isAskedToTake))),
  );
  const keepingOf = (id: string, actionId: string) =>
    keepingAction({ db: { $client }, enterpriseId, now: () => now }, id, actionId);
  const isLooking = row?.waits === 1 && (assigns || withdrawn.length > 0);
  const again = offers.length > MOST_OFFERS ? now : now + LOOK_AGAIN_MS;
  return [
    ...made.flatMap(({ chat: { id }, uId }, turn) => {
      const { people: was, parts } = rows.get(id) as ChatRow & { parts: ChatPart[] };
      const actionId = uuidv7();
      const asked: ChatPart = { uId, name: nameOf.get(uId) ?? "", part: "assigned", byName: "" };
      const then = JSON.stringify([...parts.filter((part) => !isAskedToTake(part)), asked]);
      return [
        $client.prepare(OFFER).bind(enterpriseId, actionId, id, uId, was, capacity, now),
        $client.prepare(ASK).bind(actionId, id, then, now),
        // Offers of one moment keep their order.
        $client.prepare(TURN).bind(actionId, enterpriseId, uId, now + turn),
        keepingOf(id, actionId),
      ];
    }),
    ...withdrawn.flatMap(({ id, people: was, parts }) => [
      $client
        .prepare(WITHDRAW)
        .bind(enterpriseId, id, was, JSON.stringify(parts.filter((part) => !isAskedToTake(part))), now),
      keepingOf(id, ""),
    ]),
    // Also for offers that lie: the next look passes over who has not taken one.
    ...(isLooking ? [$client.prepare(LOOK_AGAIN).bind(enterpriseId, again)] : []),
  ];
};
