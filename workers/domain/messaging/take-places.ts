import { MOST_HOLD_MS } from "#workers/contract/chat-action.ts";
import { CHAT } from "#workers/contract/chat-states.ts";

/** As much of its words as a list of chats shows. */
const PREVIEW = 200;
/** Answers whose time has come stand after what was said meanwhile, and are of this moment; `?3` marks them until the batch is over. */
const PLACE = (
  which: string,
) => `UPDATE messages SET claimed_by = ?3, held = 0, at = ?2, not_before = min(not_before, ?2), seq = r.place
  FROM (SELECT m.id, c.seq + row_number() OVER (PARTITION BY m.chat_id ORDER BY m.not_before, m.seq) AS place
    FROM messages m INDEXED BY ${which} AND m.held = 1 AND m.status = 'queued' AND m.claimed_by IS NULL) r
  WHERE messages.id = r.id`;
const DUE = PLACE(
  "messages_held JOIN chats c ON c.id = m.chat_id WHERE m.channel_id = ?1 AND m.not_before <= ?2",
);
/** Answers of one chat that wait only to be undone, or are due: who has written them takes them for said. */
const BRIEF = PLACE(
  `messages_held_chat JOIN chats c ON c.id = m.chat_id WHERE m.chat_id = ?1 AND (m.not_before <= ?2 OR m.not_before - m.at <= ${MOST_HOLD_MS})`,
);
/** At a time that somebody chose nobody is answered any more in a chat that is closed. */
const CANCEL = `UPDATE messages SET status = 'cancelled' WHERE chat_id = ?1 AND held = 1 AND status = 'queued' AND claimed_by IS NULL`;
const UNMARK = "UPDATE messages SET claimed_by = NULL WHERE claimed_by = ?1";
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
  $client.prepare(DUE).bind(channelId, at, mark),
  $client.prepare(SAID).bind(mark, at),
];

/** Statements for a chat that is closed, before its last words: answers that can still be undone leave now, those of a chosen time never. */
export const lastAnswers = (
  $client: D1Database,
  chatId: string,
  at: number,
  mark: string,
): D1PreparedStatement[] => [
  $client.prepare(BRIEF).bind(chatId, at, mark),
  $client.prepare(SAID).bind(mark, at),
  $client.prepare(UNMARK).bind(mark),
  $client.prepare(CANCEL).bind(chatId),
];
