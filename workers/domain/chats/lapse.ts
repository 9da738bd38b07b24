import { uuidv7 } from "uuidv7";
import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";
import type { Ctx } from "../ctx.ts";
import { keepingAction } from "../live-events/keep-chats.ts";
import { settingTimers, type TimerHandler } from "../messaging/timers.ts";
import { OFFER_MS } from "./assign.ts";

const ASKED = `p.value->>'part' IN ('assigned', 'transferred')`;
/** Somebody is asked to take a chat `c` by a colleague; what the rules offer has its own time (assign.ts). */
const BY_HAND = `c.state = ${CHAT.started} AND c.handler IS NULL AND c.waiting_since IS NOT NULL
  AND EXISTS (SELECT 1 FROM json_each(c.people) p WHERE ${ASKED} AND p.value->>'byName' <> '')`;
const SET = settingTimers(
  "offerLapses",
  `SELECT c.enterprise_id, c.id AS subject, c.waiting_since AS seq, ?2 AS due_at FROM chats c WHERE c.id = ?1 AND ${BY_HAND}`,
);

/** The statement by which a chat that a colleague is asked to take is looked at after a while; after the one that asks them. */
export const lapsing = ({ db, now }: Pick<Ctx, "db" | "now">, chatId: string): D1PreparedStatement =>
  db.$client.prepare(SET).bind(chatId, now() + OFFER_MS);

/** Chats that still wait so since then, by rows of `?1`: chat, since when, id of the action. */
const STILL = `FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value->>0 AND c.enterprise_id = ?3 AND c.waiting_since = e.value->>1 AND ${BY_HAND}`;
/** None of those who are asked is there. */
const GONE = `NOT EXISTS (SELECT 1 FROM json_each(c.people) p JOIN chat_agents g ON g.enterprise_id = ?3 AND g.user_id = p.value->>'uId' AND g.at_hand WHERE ${ASKED})`;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, "to", at)
  SELECT e.value->>2, c.enterprise_id, c.id, c.seq + 1, ${chatActionCodes.lapsed}, '', '',
    (SELECT max(p.value->>'name') FROM json_each(c.people) p WHERE ${ASKED}), ?2 ${STILL} AND ${GONE}`;
const BACK = `UPDATE chats SET people = (SELECT json_group_array(json(p.value)) FROM json_each(chats.people) p WHERE NOT (${ASKED})),
  seq = seq + 1, revision = revision + 1, updated_at = ?2 WHERE id IN (SELECT c.id ${STILL} AND ${GONE})`;
/** Whoever is there may leave before they take it. */
const AGAIN = settingTimers(
  "offerLapses",
  `SELECT c.enterprise_id, c.id AS subject, c.waiting_since AS seq, ?2 + ${OFFER_MS} AS due_at ${STILL}`,
);

/** Colleagues who are asked to take these chats have had their time: where they have gone, a chat waits for everybody again. */
export const offerLapses: TimerHandler = ({ $client }, { enterpriseId, timers, now }) => {
  const rows = timers.map(({ subject, seq }) => [subject, seq, uuidv7()] as const);
  const bound = (text: string) => $client.prepare(text).bind(JSON.stringify(rows), now, enterpriseId);
  return [
    bound(LOG),
    bound(BACK),
    bound(AGAIN),
    ...rows.map(([chatId, , actionId]) =>
      keepingAction({ db: { $client }, enterpriseId, now: () => now }, chatId, actionId),
    ),
  ];
};
