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
