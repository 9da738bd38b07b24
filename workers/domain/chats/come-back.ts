import { uuidv7 } from "uuidv7";
import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";
import type { Ctx } from "../ctx.ts";
import { keepingAction } from "../live-events/keep-chats.ts";
import { settingTimers, type TimerHandler } from "../messaging/timers.ts";

const SET = settingTimers(
  "chatComesBack",
  `SELECT c.enterprise_id, c.id AS subject, c.suspended_until AS seq, c.suspended_until AS due_at
  FROM chats c WHERE c.id = ?1 AND c.state = ${CHAT.suspended} AND c.suspended_until IS NOT NULL`,
);

/** The statement by which a chat that was laid aside until a time comes back; after the one that lays it aside. */
export const comingBack = ({ db }: Ctx, chatId: string): D1PreparedStatement =>
  db.$client.prepare(SET).bind(chatId);

/** Chats that are still laid aside until then, by rows of `?1`: chat, until when, id of the action. */
const STILL = `FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value->>0 AND c.enterprise_id = ?3
  AND c.state = ${CHAT.suspended} AND c.suspended_until = e.value->>1`;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, at)
  SELECT e.value->>2, c.enterprise_id, c.id, c.seq + 1, ${chatActionCodes.cameBack}, '', '', ?2 ${STILL}`;
/** It stands on top of the lists, as with a new message. */
const BACK = `UPDATE chats SET state = ${CHAT.ongoing}, suspended_until = NULL, seq = seq + 1, revision = revision + 1, last_at = ?2,
  updated_at = ?2 WHERE id IN (SELECT c.id ${STILL})`;

/** The time until which these chats were laid aside has come: who has each takes it up. One that moved on is left alone. */
export const chatComesBack: TimerHandler = ({ $client }, { enterpriseId, timers, now }) => {
  const rows = timers.map(({ subject, seq }) => [subject, seq, uuidv7()] as const);
  const bound = (text: string) => $client.prepare(text).bind(JSON.stringify(rows), now, enterpriseId);
  return [
    bound(LOG),
    bound(BACK),
    ...rows.map(([chatId, , actionId]) =>
      keepingAction({ db: { $client }, enterpriseId, now: () => now }, chatId, actionId),
    ),
  ];
};
