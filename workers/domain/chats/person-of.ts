import { SEEN } from "../messaging/seen.ts";

/** The chat `?3` of the enterprise `?1`, as far as the reader `?2` sees it. */
export const ONE = `one AS (SELECT c.id, c.identity_id, c.bot_session_id FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN})`;
/** The same person on any channel: this identity, and all that are the same customer's. */
export const PEOPLE = `people AS (SELECT o.identity_id AS id FROM one o UNION
    SELECT i.id FROM one o JOIN identities m ON m.id = o.identity_id JOIN identities i ON i.enterprise_id = ?1 AND i.customer = m.customer)`;
