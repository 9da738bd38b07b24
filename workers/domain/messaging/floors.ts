import { SESSION_GAP_MS } from "#workers/contract/endpoints/bot-sessions.ts";
import type { Ctx } from "../ctx.ts";
import { settingTimers, type TimerHandler } from "./timers.ts";

const OF_CHAT = `SELECT c.enterprise_id, c.channel_id, c.identity_id FROM chats c WHERE c.id = ?1`;
const TAKE = `INSERT INTO floors (id, enterprise_id, channel_id, identity_id, bot_id, until, seq)
  SELECT ?2, c.enterprise_id, c.channel_id, c.identity_id, ?3, ?4, 1 FROM chats c WHERE c.id = ?1
  ON CONFLICT (enterprise_id, channel_id, identity_id) DO UPDATE SET bot_id = excluded.bot_id, run_id = NULL, effect = '', intents = '[]', outcome = NULL,
    until = excluded.until, seq = seq + 1 WHERE floors.run_id IS NULL OR floors.until <= ?5`;
const END_LATER = settingTimers(
  "floorEnds",
  `SELECT f.enterprise_id, f.id AS subject, f.seq, f.until AS due_at FROM floors f
  WHERE (f.enterprise_id, f.channel_id, f.identity_id) = (${OF_CHAT}) AND f.run_id IS NULL`,
);
const LEAVE = `DELETE FROM floors WHERE (enterprise_id, channel_id, identity_id) = (${OF_CHAT})`;
const LEAVE_OWN = `${LEAVE} AND run_id IS NULL`;
const SAY_HOW = `UPDATE floors SET outcome = ?2 WHERE effect = ?3 AND (enterprise_id, channel_id, identity_id) = (${OF_CHAT})`;
const LEAVE_ENDED = `${LEAVE} AND effect = ?2`;
const LEAVE_ALL = `DELETE FROM floors WHERE enterprise_id = ?2 AND channel_id = ?3 AND identity_id IN (SELECT value FROM json_each(?1))`;
const END = `DELETE FROM floors WHERE id IN (SELECT value->>0 FROM json_each(?1))
  AND (id, seq) IN (SELECT value->>0, value->>1 FROM json_each(?1))`;

/** Statements by which a bot that has asked for something is to get the answer, as long as its session lasts; no run is interrupted. */
export function takingFloor(
  { db: { $client }, now, newId }: Pick<Ctx, "db" | "now" | "newId">,
  { chatId, botId }: { chatId: string; botId: string },
): D1PreparedStatement[] {
  return [
    $client.prepare(TAKE).bind(chatId, newId(), botId, now() + SESSION_GAP_MS, now()),
    $client.prepare(END_LATER).bind(chatId),
  ];
}

/** The statement by which nobody asks for anything in a chat any more. Its timer ends nothing, whenever it comes. */
export const leavingFloor = ({ db }: Pick<Ctx, "db">, chatId: string): D1PreparedStatement =>
  db.$client.prepare(LEAVE).bind(chatId);

/** The same where a bot asks by itself: it ends no run's question. */
export const leavingOwnFloor = ({ db }: Pick<Ctx, "db">, chatId: string): D1PreparedStatement =>
  db.$client.prepare(LEAVE_OWN).bind(chatId);

/** How a bot's talk for a run ends; the run's inbox has it by the trigger `floors_told_runs`, once. */
export type TalkEnd =
  | { what: "intent"; intentId: string; values: Record<string, string> }
  | { what: "handedOver" | "gaveUp" };

/** Statements by which a bot's talk for a run (its effect's key) ends; nothing where it has ended otherwise. */
export const endingTalk = (
  { db: { $client } }: Pick<Ctx, "db">,
  chatId: string,
  effect: string,
  end: TalkEnd,
): D1PreparedStatement[] => [
  $client.prepare(SAY_HOW).bind(chatId, JSON.stringify(end), effect),
  $client.prepare(LEAVE_ENDED).bind(chatId, effect),
];

/** The same for several people of a channel: SQL for their identities, the enterprise and the channel. */
export const LEAVING_FLOORS = LEAVE_ALL;

/** The answer did not come. */
export const floorEnds: TimerHandler = ({ $client }, { timers }) => [
  $client.prepare(END).bind(JSON.stringify(timers.map(({ subject, seq }) => [subject, seq]))),
];
