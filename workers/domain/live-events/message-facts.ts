/** SQL of when a message `m` is to leave that can still be taken back; null for every other. */
export const SEND_AT = "CASE WHEN m.held = 1 AND m.status = 'queued' THEN m.not_before END";

/** Begins the cause of a message that goes out in the place of another: one at most. */
export const AGAIN = "again:";

/** SQL of whether another went out in the place of a message `m`, as 0 or 1. */
export const SENT_AGAIN = `CASE WHEN m.status IN ('failed', 'unknown', 'expired') THEN EXISTS (SELECT 1 FROM messages x
    WHERE x.enterprise_id = m.enterprise_id AND x.cause = '${AGAIN}' || m.id) ELSE 0 END`;

/** SQL of the vendor's code of a chat `c`'s last message; null where it did not fail, and once the person has written again. */
export const LAST_CODE = `(SELECT l.code FROM messages l WHERE l.enterprise_id = c.enterprise_id AND l.chat_id = c.id
    AND l.held = 0 ORDER BY l.seq DESC LIMIT 1)`;

/** Another message of a message `m`'s chat, by the vendor's id of it. */
const BY_VENDORS_ID = (
  id: string,
) => `FROM messages q WHERE q.enterprise_id = m.enterprise_id AND q.channel_id = m.channel_id
    AND q.vendor_id = ${id} AND q.chat_id = m.chat_id`;

/** SQL of the message that a message `m` answers, as JSON; null where it answers none of the same chat. */
export const QUOTED = `(SELECT json_object('id', q.id, 'seq', q.seq, 'direction', q.direction, 'text',
    substr(coalesce(q.body ->> '$.text', q.body ->> '$.rendered', q.body ->> '$.caption', q.body ->> '$.label', q.body ->> '$.medium.name', ''), 1, 200))
  ${BY_VENDORS_ID("m.quoted")})`;

/** SQL of the id of the message that an edit, a withdrawal or a reaction names; null for any other. */
export const ABOUT = `CASE WHEN m.kind IN ('edit', 'revoke', 'reaction') THEN (SELECT q.id ${BY_VENDORS_ID("coalesce(m.body ->> '$.of', m.body ->> '$.to')")}) END`;
