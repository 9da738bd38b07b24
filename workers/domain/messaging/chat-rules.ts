import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import { messagingTexts } from "#texts/messaging.ts";
import { type ChatRules, noChatRules } from "#workers/contract/chat-rules.ts";
import type { Ctx } from "../ctx.ts";
import { settingTimers } from "./timers.ts";
import type { Outer } from "../bare/outer.ts";

/** SQL of the rules of the enterprise whose id stands in `place`, for `rulesIn`. */
export const RULES_OF = (place: Outer): string => `(SELECT r.rules FROM chat_rules r WHERE r.id = ${place})`;

/** SQL: these rules give waiting chats to people without anybody who gives them; the same as `assignsByItself`. */
export const ASSIGNS = (rules: string): string =>
  `(coalesce(${rules} ->> '$.assignment', 'manual') <> 'manual' OR coalesce(${rules} ->> '$.followsUp', 0))`;

/** The enterprise's rules; an older row lacks those that have come since. */
export const rulesIn = (json: string | null | undefined): ChatRules => ({
  ...noChatRules,
  ...(json ? (JSON.parse(json) as Partial<ChatRules>) : {}),
});

export const waitingTextOf = ({ waitingText }: ChatRules): string => waitingText || messagingTexts.passedOn;
export const awayTextOf = ({ awayText }: ChatRules): string => awayText || messagingTexts.away;
export const ratingTextOf = ({ ratingText }: ChatRules): string => ratingText || ratingTexts.question;

const TIME_OUT = settingTimers(
  "chatTimesOut",
  `SELECT c.enterprise_id, c.id AS subject, c.waiting_since AS seq, c.waiting_since + r.pick_up_ms AS due_at
  FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value JOIN chat_rules r ON r.id = c.enterprise_id
  WHERE c.waiting_since IS NOT NULL AND c.handler IS NULL AND r.pick_up_ms IS NOT NULL`,
);

const ASSIGN = settingTimers(
  "chatsAssigned",
  `SELECT r.id AS enterprise_id, '' AS subject, 0 AS seq, ?2 AS due_at FROM chat_rules r
  WHERE r.id = ?1 AND ${ASSIGNS("r.rules")}`,
);

/**
 * The statement that offers waiting chats to whoever is free, where the rules say so; for the batch after which a chat
 * waits or somebody has room. `assigns` is false where the rules are known not to, and spares the clock a look.
 */
export function assigning({ db, enterpriseId, now, after }: Assigning, assigns = true): D1PreparedStatement {
  after.clock ||= assigns;
  return db.$client.prepare(ASSIGN).bind(enterpriseId, now());
}
type Assigning = Pick<Ctx, "db" | "enterpriseId" | "now" | "after">;

/**
 * Statements, after chats begin to wait in the same batch, that offer them and time them out. The timer's number is the
 * time since which a chat waits: one that was taken and waits again has another.
 */
export const beginningToWait = (
  ctx: Assigning,
  chatIds: readonly string[],
  assigns?: boolean,
): D1PreparedStatement[] => [
  ctx.db.$client.prepare(TIME_OUT).bind(JSON.stringify(chatIds)),
  assigning(ctx, assigns),
];

/** SQL that counts chats of `source` (enterprise_id, department_id) as missed in the hour of `at`, each row one. */
export const countingMissed = (source: string, at: string): string =>
  `INSERT INTO chat_hours (enterprise_id, hour, department_id, attended, missed, pickup_ms)
  SELECT s.enterprise_id, ${at} - ${at} % 3600000, coalesce(s.department_id, ''), 0, count(*), 0 FROM (${source}) s WHERE true GROUP BY 1, 3
  ON CONFLICT (enterprise_id, hour, department_id) DO UPDATE SET missed = missed + excluded.missed`;
