import type { RecipientStatus } from "#workers/contract/broadcast.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { SentBeside } from "#workers/contract/endpoints/conversations.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import { bodyFor } from "../audience/values.ts";
import { ONE, PEOPLE } from "../chats/person-of.ts";
import { iso } from "../ctx.ts";

/** The latest messages that one part of a chat shows of it; where there were more within its time, it says so. */
const MOST_BESIDE = 200;

const EVER = Number.MAX_SAFE_INTEGER;
const MESSAGE = "m.enterprise_id = ?1 AND m.chat_id = ?3 AND m.held = 0";
/**
 * From the part's first message until the one that follows it, so that each moment is of one part: what was before the first
 * message is of the first part.
 */
const SPAN = `span AS (SELECT
    CASE WHEN ?4 <= 1 THEN 0 ELSE coalesce((SELECT m.at FROM messages m WHERE ${MESSAGE} AND m.seq >= ?4 ORDER BY m.seq LIMIT 1), ${EVER}) END AS since,
    coalesce((SELECT m.at FROM messages m WHERE ${MESSAGE} AND m.seq > ?5 ORDER BY m.seq LIMIT 1), ${EVER}) AS until)`;
const IN_SPAN = (at: string) => `${at} >= s.since AND ${at} < s.until`;
const CHANNEL = (id: string) =>
  `coalesce((SELECT h.name FROM channels h WHERE h.id = ${id} AND h.enterprise_id = ?1), '')`;
/** The part's message after which it was sent; '' for what was before all of them. */
const AFTER = `coalesce((SELECT m.id FROM messages m WHERE ${MESSAGE} AND m.seq BETWEEN ?4 AND ?5 AND m.at <= f.at ORDER BY m.seq DESC LIMIT 1), '')`;

/**
 * Messages to the same person that stand in no chat: those of systems and journeys, which have the person in a chat's place, and
 * those of broadcasts, which are rows of their own. `?1` the enterprise, `?2` the reader, `?3` the chat, `?4` and `?5` the first
 * and the last place. It begins with SELECT, so that it need not wait for the session.
 */
export const BESIDE = `SELECT * FROM (WITH ${ONE}, ${PEOPLE}, ${SPAN}
  SELECT f.*, ${AFTER} AS afterId FROM (
    SELECT m.id, m.at, m.status, m.by_kind AS byKind, m.body, ${CHANNEL("m.channel_id")} AS channel, NULL AS broadcastId, '' AS broadcast, NULL AS template, NULL AS request, NULL AS channelType
      FROM span s CROSS JOIN people p CROSS JOIN messages m INDEXED BY messages_chat ON m.enterprise_id = ?1 AND m.chat_id = p.id
      WHERE m.direction = 'out' AND ${IN_SPAN("m.at")}
    UNION ALL
    SELECT r.id, r.claimed_at, r.status, 'broadcast', r.data, ${CHANNEL("b.channel_id")}, b.id, b.name, b.template, b.request, b.channel_type
      FROM span s CROSS JOIN people p CROSS JOIN broadcast_recipients r INDEXED BY broadcast_recipients_person ON r.identity_id = p.id
        CROSS JOIN broadcasts b ON b.id = ${broadcastOf("r.id")} AND b.enterprise_id = ?1
      WHERE r.claimed_at IS NOT NULL AND ${IN_SPAN("r.claimed_at")}
    ORDER BY 2 DESC, 1 DESC LIMIT ${MOST_BESIDE + 1}) f)`;

export interface BesideRow {
  id: string;
  at: number;
  status: RecipientStatus;
  byKind: "bot" | "person" | "system" | "api" | "broadcast";
  /** A message's body, or a recipient's own values. */
  body: string | null;
  channel: string;
  broadcastId: string | null;
  broadcast: string;
  template: string | null;
  request: string | null;
  channelType: number | null;
  afterId: string;
}

/** The messages sent, the earliest first, and whether there were more than are shown. */
export function besideIn(rows: readonly BesideRow[]): { sent: SentBeside[]; sentMore: boolean } {
  const sent = rows.slice(0, MOST_BESIDE).map(sentOf);
  return { sent: sent.toReversed(), sentMore: rows.length > MOST_BESIDE };
}

const sentOf = (row: BesideRow): SentBeside => ({
  id: row.id,
  afterId: row.afterId,
  kind: row.byKind === "broadcast" ? "broadcast" : row.byKind === "bot" ? "journey" : "system",
  broadcast: row.broadcastId === null ? null : { id: row.broadcastId, name: row.broadcast },
  channelName: row.channel,
  status: row.status,
  text: textOf(row),
  at: iso(row.at),
});

function textOf({ body, template, request, channelType }: BesideRow): string {
  if (template === null || request === null || channelType === null)
    return wordsOf(JSON.parse(body ?? "{}") as MessageBody);
  const broadcast = {
    template: JSON.parse(template) as Template,
    request: JSON.parse(request) as BroadcastRequest,
    channelType,
  };
  return bodyFor(broadcast, body).rendered;
}
