import { CHAT } from "#workers/contract/chat-states.ts";

/** As much of its words as a list of chats shows. */
const PREVIEW = 200;
/** Answers whose time has come stand after what was said meanwhile, and are of this moment; `?3` marks them until the batch is over. */
const PLACE = `UPDATE messages SET claimed_by = ?3, held = 0, at = ?2, seq = r.place
  FROM (SELECT m.id, c.seq + row_number() OVER (PARTITION BY m.chat_id ORDER BY m.not_before, m.seq) AS place
    FROM messages m INDEXED BY messages_held JOIN chats c ON c.id = m.chat_id
    WHERE m.channel_id = ?1 AND m.held = 1 AND m.status = 'queued' AND m.not_before <= ?2 AND m.claimed_by IS NULL) r
  WHERE messages.id = r.id`;
/** Only now does a chat say what was answered in it, and is taken up where it was laid aside. */
const SAID = `UPDATE chats SET seq = g.place, revision = revision + 1, updated_at = ?2, last_at = ?2, last_text = substr(g.words, 1, ${PREVIEW}),
    state = CASE state WHEN ${CHAT.suspended} THEN ${CHAT.ongoing} ELSE state END
  FROM (SELECT m.chat_id, max(m.seq) AS place,
      coalesce(m.body ->> '$.text', m.body ->> '$.rendered', m.body ->> '$.caption', m.body ->> '$.medium.name', '') AS words
    FROM messages m WHERE m.claimed_by = ?1 AND m.status = 'queued' GROUP BY m.chat_id) g
  WHERE chats.id = g.chat_id`;

/**
 * Statements by which the answers of a channel that were to leave later, and whose time has come, take their places. They are
 * marked: the batch tells of them and takes the mark away, and only then may they be claimed, in their turn.
 */
export const takingPlaces = (
  $client: D1Database,
  channelId: string,
  at: number,
  mark: string,
): D1PreparedStatement[] => [
  $client.prepare(PLACE).bind(channelId, at, mark),
  $client.prepare(SAID).bind(mark, at),
];
