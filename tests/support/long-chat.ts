import type { NewEnterprise } from "#db/seed/accounts.ts";
import type { TenantStatement } from "../../scripts/lib/local-cloud.ts";

/** Messages of the long chat; more of them measure what a screen does with it (LONG_CHAT=50000). */
export const LONG_CHAT = Number(process.env.LONG_CHAT ?? 1_200);
export const LONG_CHAT_ID = "long-chat";
const DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** When a message of it was said, by its place: over the last month. */
export const longChatAt = (seq: number, now = Date.now()): number =>
  Math.round(now - ((LONG_CHAT - seq) * DAYS * DAY_MS) / LONG_CHAT);

/** A chat of a month, which waits for a person; of its last three messages nobody has read any. */
export function longChat({ id = "", database }: NewEnterprise, now = Date.now()): TenantStatement[] {
  const each = (DAYS * DAY_MS) / LONG_CHAT;
  const of = (sql: string, ...values: (string | number)[]) => ({ database, sql, values });
  return [
    of(
      `INSERT INTO channels (id, enterprise_id, type, vendor, name, name_key, settings, rate, webhook_token, created_at, updated_at)
        VALUES ('long-desk', ?, 4, 91, 'Long desk', 'long desk', '{}', 80, 'long-desk', 1, 1)`,
      id,
    ),
    of(
      "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) VALUES ('long-person', ?, 4, 'Meera Long', 1, 1)",
      id,
    ),
    of(
      `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, waiting_since, seq, unread, last_at, last_text, revision, updated_by, created_at, updated_at)
        VALUES ('${LONG_CHAT_ID}', ?, 'long-desk', 'long-person', 1, ?, ?, 3, ?, 'Message', 1, '', 1, 1)`,
      id,
      now,
      LONG_CHAT,
      now,
    ),
    of(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
        SELECT printf('long-%06d', i), ?1, 'long-desk', 'long-person', '${LONG_CHAT_ID}', i, iif(i % 3 AND i <= ?2 - 3, 'out', 'in'), 'text',
          json_object('kind', 'text', 'text', 'Message ' || i || replace(hex(zeroblob(i % 9)), '00', ' and so on, word by word')),
          iif(i % 3 AND i <= ?2 - 3, 'bot', 'customer'), '', iif(i % 3 AND i <= ?2 - 3, 'read', 'received'), '{}', CAST(?3 - (?2 - i) * ?4 AS INTEGER) FROM n`,
      id,
      LONG_CHAT,
      now,
      each,
    ),
  ];
}
